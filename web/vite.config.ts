import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env.GAMBERO_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/gambero/web',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the policy lets nothing come from data: but pictures
    target: 'es2022',
  },
  server: {
    proxy: { '/api': server, '/ws': { target: server, ws: true, changeOrigin: true } },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
