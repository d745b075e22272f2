import { expect, test } from 'vitest';
import { inside, rootOf } from './root';

test.each([
  ['./', ''],
  ['/', ''],
  ['/g/', '/g'],
  ['/games/g/', '/games/g'],
])('index.html says %s, so the root is "%s"', (written, root) => expect(rootOf(written)).toBe(root));

test.each([
  ['/', '', '/'],
  ['/g/abc', '', '/g/abc'],
  ['/g', '/g', '/'],
  ['/g/', '/g', '/'],
  ['/g/t/abc', '/g', '/t/abc'],
  ['/g/g/abc', '/g', '/g/abc'],
  ['/gone', '/g', '/gone'],
  ['/t/abc', '/g', '/t/abc'],
])('%s under "%s" is %s', (pathname, root, path) => expect(inside(pathname, root)).toBe(path));
