import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { guardJsonParse, parseJson } from './parse-json.ts';

guardJsonParse();
const MODULE = new URL('parse-json.ts', import.meta.url).href;
const PROGRAM = `
  import { guardJsonParse } from ${JSON.stringify(MODULE)};
  guardJsonParse();
  const [level] = process.argv.slice(1);
  for (let count = 0; count < 60; count += 1)
    try { JSON.parse(level.repeat(50_000) + '1'); } catch { process.exitCode = 3; }
`;

test.each(['[1,', '[[],', '{"a":1,"b":'])('a process outlives many broken texts of %s', (level) => {
  const args = ['--input-type=module', '--no-warnings', '-e', PROGRAM, '--', level];
  const { status, signal } = spawnSync(process.execPath, args);
  expect({ status, signal }).toEqual({ status: 3, signal: null });
});

test.each(['[', '{"a":', '["\\"]", [', '[1,[[],'])('refuses many levels of %s, and names them', (level) => {
  expect(() => parseJson(level.repeat(5_000))).toThrow('nested deeper than 1000 levels');
  expect(() => JSON.parse(level.repeat(5_000)) as unknown).toThrow(SyntaxError);
});

test('takes a thousand levels, and brackets within texts', () => {
  const deep = `${'['.repeat(1_000)}"${'[\\"'.repeat(5_000)}"${']'.repeat(1_000)}`;
  expect(parseJson(deep)).toHaveLength(1);
  expect(JSON.parse(deep, (_key, value: unknown) => value)).toHaveLength(1);
  expect(() => parseJson(`[${deep}]`)).toThrow(RangeError);
  expect(parseJson(`[${'[],'.repeat(5_000)}1]`)).toHaveLength(5_001);
});

test('names what is no JSON as before', () => {
  expect(() => parseJson('[1,')).toThrow(SyntaxError);
  expect(() => parseJson(`[${'1,'.repeat(5_000)}`)).toThrow(SyntaxError);
});
