/** Writes the page's types from the server's JSON schema, which comes through standard input. */
import { writeFileSync } from 'node:fs';
import { text as all } from 'node:stream/consumers';
import { compile } from 'json-schema-to-typescript';
import { format, resolveConfig } from 'prettier';

const HEAD = '// Written by `make types` from what the server sends and takes, and from the law. Change it there.\n';

const { schema, constants, unions } = JSON.parse(await all(process.stdin));
const types = await compile(schema, 'Protocol', {
  additionalProperties: false,
  bannerComment: '',
  format: false,
  ignoreMinAndMaxItems: true,
  unreachableDefinitions: true,
});
// The root is only a box of definitions; how each was come by is of no use to a reader.
const read = types
  .replace(/^\s*\* (@(min|max)Items \d+|This interface was referenced by .*|via the `definition` .*)\n/gm, '')
  .replace(/(\n[ ]*\*[ ]*)+(\n[ ]*\*\/)/g, '$2')
  .replace(/^\s*\/\*\*\n\s*\*\/\n/gm, '')
  .replace(/export interface Protocol \{\s*\}\n/, '');
const values = Object.entries(constants).map(
  ([name, value]) => `export const ${name} = ${JSON.stringify(value)} as const;`,
);
const text = [HEAD, ...values, ...Object.entries(unions).map(union), read].join('\n');
const path = process.argv[2];
const options = { ...(await resolveConfig('src/lib/protocol.ts')), parser: 'typescript' };
writeFileSync(path, await format(text, options));

function union([name, words]) {
  return `export type ${name} = ${words.map((word) => JSON.stringify(word)).join(' | ')};`;
}
