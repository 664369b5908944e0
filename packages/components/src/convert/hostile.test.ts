import { openDataProcesses, runComponent } from '@workflow/component-kit/testing';
import { machineSlowness } from '@workflow/test-harness';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { afterAll, expect, test } from '@jest/globals';
import { DATA_PROCESS_PROGRAM } from '../data-process-program.ts';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const dataProcesses = openDataProcesses(DATA_PROCESS_PROGRAM);
afterAll(() => dataProcesses.close());

/** The time limit of a data job is that of its component. These tests end long before it, even on a slow machine. */
const quick = { descriptor: { ...descriptor, defaultTimeoutSeconds: Math.ceil(2 * machineSlowness()) }, runner };

const read = (config: JsonObject, value: Json) =>
  runComponent(quick, { from: '{{ value }}', ...config }, { value }, { dataProcesses });
const HTML = (selector: string) => ({ format: 'html', select: [{ key: 'a', selector, all: true }] });
const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
  .concat(Array.from('bcdefghi', (name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]}, `.repeat(9)}x]`))
  .join('\n');
const merges = ['a: &a {k: 1}']
  .concat(Array.from('bcdefghi', (name, at) => `${name}: &${name} {<<: [${`*${'abcdefgh'[at]}, `.repeat(9)}]}`))
  .join('\n');
const large = 'x'.repeat(100_000);
const openApi = ['openapi: 3.1.0', 'components:', '  schemas:', '    a: &a {type: object}']
  .concat(
    Array.from('bcdefghi', (name, at) => {
      const inner = Array.from({ length: 9 }, (_, n) => `p${n}: *${'abcdefgh'[at]}`).join(', ');
      return `    ${name}: &${name} {type: object, properties: {${inner}}}`;
    }),
  )
  .join('\n');
const entities = `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(1_000)}">]><r>${'&a;'.repeat(10_000)}</r>`;

test.each<[string, JsonObject, string, string]>([
  // CVE-2026-26278: entities that multiply.
  ['entities of a document', { format: 'xml' }, entities, 'DATA_INVALID'],
  ['entities in another case', { format: 'xml' }, '<!DOCTYPE r [<!entity a "b">]><r>&a;</r>', 'DATA_INVALID'],
  [
    'an entity of a file',
    { format: 'xml' },
    '<!DOCTYPE r [<!ENTITY a SYSTEM "/etc/passwd">]><r>&a;</r>',
    'DATA_INVALID',
  ],
  ['XML that is nested deeply', { format: 'xml' }, deep('<a>', '</a>', 100_000), 'DATA_LIMIT|DATA_INVALID'],
  // CVE-2023-26920: names that are those of prototypes.
  ['XML with the name __proto__', { format: 'xml' }, '<r><__proto__><a>1</a></__proto__></r>', 'DATA_INVALID'],
  ['an alias bomb', { format: 'yaml' }, bomb, 'DATA_INVALID'],
  ['YAML that is nested deeply', { format: 'yaml' }, deep('[', ']', 100_000), 'DATA_LIMIT|DATA_INVALID'],
  ['an alias of a list within itself', { format: 'yaml' }, 'a: &a [1, *a]\n', 'DATA_INVALID'],
  ['merge keys that multiply', { format: 'yaml' }, merges, 'DATA_INVALID'],
  ['an alias bomb of keys', { format: 'yaml' }, `${bomb}\n? *i\n: 1\n`, 'DATA_INVALID'],
  ['an alias bomb in flow style', { format: 'yaml' }, `{${bomb.replaceAll('\n', ', ')}}`, 'DATA_INVALID'],
  [
    'few aliases of a large text',
    { format: 'yaml' },
    `a: &a ${large}\nb: [${'*a, '.repeat(90)}]\n`,
    'DATA_LIMIT|OUTPUT_TOO_LARGE',
  ],
  ['an alias without an anchor', { format: 'yaml' }, 'a: *b\n', 'DATA_INVALID'],
  ['one key of YAML twice', { format: 'yaml' }, 'a: 1\na: 2\n', 'DATA_INVALID'],
  ['an OpenAPI document whose schemas multiply', { format: 'yaml' }, openApi, 'DATA_INVALID'],
  ['a parameter entity', { format: 'xml' }, '<!DOCTYPE r [<!ENTITY % a "b"> %a;]><r/>', 'DATA_INVALID'],
  ['a tag of another language', { format: 'yaml' }, 'a: .nan', 'DATA_INVALID'],
  [
    'JSON that is nested deeply',
    { format: 'json' },
    deep('[', ']', 2_000_000),
    'DATA_LIMIT|OUTPUT_TOO_LARGE|JSON_INVALID',
  ],
  ['selectors that compare all with all', HTML('i:has(~ b)'), '<i></i>'.repeat(60_000), 'DATA_LIMIT'],
  ['a selector of many parts', HTML(deep(':has(', ')', 100)), deep('<i>', '</i>', 2_000), 'DATA_LIMIT|CONFIG_INVALID'],
  ['a million columns', { format: 'csv' }, `${'a,'.repeat(1_000_000)}a\n`, 'DATA_INVALID'],
  ['a quote of megabytes', { format: 'csv' }, `a\n"${'x'.repeat(1_200_000)}`, 'DATA_INVALID'],
  ['many different columns', { format: 'csv', header: false }, `${'a,'.repeat(200_000)}\n`, 'DATA_INVALID'],
])('%s end as a failure', async (_name, config, text, code) => {
  const { outcome } = await read(config, text);
  expect(outcome).toMatchObject({ kind: 'failed', code: expect.stringMatching(`^(?:${code})$`), retryable: false });
});

test.each<[string, JsonObject, string]>([
  // CVE-2026-33036: references that were not counted.
  ['a million references to characters', { format: 'xml' }, `<r>${'&#65;'.repeat(800_000)}</r>`],
  ['HTML that is nested deeply', HTML('i'), deep('<i>', '</i>', 3_000)],
  // CVE-2021-3803 and CVE-2026-2327: expressions that went over white space again and again.
  ['a selector with much white space', HTML(`i:nth-child(2n + ${' '.repeat(800)}1)`), '<i>1</i>'],
  ['Markdown with many brackets', { format: 'markdown', direction: 'write' }, '['.repeat(20_000)],
  ['Markdown with many addresses', { format: 'markdown', direction: 'write' }, '*'.repeat(20_000)],
])('%s end, one way or the other', async (_name, config, text) => {
  const { outcome } = await read(config, text);
  expect(outcome.kind === 'failed' ? outcome.code : 'succeeded').toMatch(/^(?:succeeded|DATA_LIMIT|OUTPUT_TOO_LARGE)$/);
});

test('nothing is read from another document that a document names', async () => {
  const { outcome } = await read({ format: 'xml' }, '<!DOCTYPE r SYSTEM "http://127.0.0.1/a.dtd"><r>&a;</r>');
  expect(outcome).toMatchObject({ output: { r: '&a;' } });
});

test('names of prototypes are ordinary keys, and change nothing', async () => {
  const csv = await read({ format: 'csv' }, '__proto__,constructor\n1,2\n');
  expect(JSON.stringify(csv.outcome)).toContain('[{"__proto__":"1","constructor":"2"}]');
  const yaml = await read({ format: 'yaml' }, '__proto__: {polluted: true}\n');
  expect(JSON.stringify(yaml.outcome)).toContain('{"__proto__":{"polluted":true}}');
  const json = await read({ format: 'json' }, '{"__proto__": {"polluted": true}}');
  expect(JSON.stringify(json.outcome)).toContain('{"__proto__":{"polluted":true}}');
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  const twice = await read({ format: 'json' }, '{"a": 1, "a": 2}');
  expect(twice.outcome).toMatchObject({ output: { a: 2 } });
  const attribute = await read({ format: 'xml' }, '<r __proto__="a"/>');
  expect(JSON.stringify(attribute.outcome)).toContain('{"@__proto__":"a"}');
  // The process continues with the next request.
  expect((await read({ format: 'csv' }, 'a\n1\n')).outcome).toMatchObject({ output: [{ a: '1' }] });
});
