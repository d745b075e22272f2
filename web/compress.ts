import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const WORDS = /\.(js|css|svg|webmanifest)$/; // not index.html, which the server fills in
const WORTH_IT = 500; // bytes

/** Lays a .br and a .gz beside each file of words, so that no server has to compress the same thing again and again. */
export function compress(): Plugin {
  let folder = '';
  return {
    name: 'compress',
    apply: 'build',
    configResolved: ({ root, build }) => void (folder = resolve(root, build.outDir)),
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!WORDS.test(name)) continue;
        const plain = readFileSync(join(folder, name));
        if (plain.length < WORTH_IT) continue;
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(plain));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(plain, { level: 9 }));
      }
    },
  };
}
