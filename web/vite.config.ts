import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { compress } from './compress.ts';

const server = process.env.GAMBERO_SERVER ?? 'http://127.0.0.1:8017';

export default defineConfig({
  base: './', // the server writes its root path where index.html has ./
  plugins: [svelte(), compress()],
  build: {
    outDir: '../src/gambero/web',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the policy lets nothing come from data: but pictures
    target: 'es2022',
    // A few files come sooner than fifty small ones, on a slow machine by a third.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'common', test: /node_modules|src\/(lib|cards)\// },
            { name: 'table', test: /src\/table\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': server, '/ws': { target: server, ws: true, changeOrigin: true } },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
