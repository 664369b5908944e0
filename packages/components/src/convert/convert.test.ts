import { openDataProcesses, runComponent, testedFile } from '@workflow/component-kit/testing';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { afterAll, describe, expect, test } from '@jest/globals';
import { DATA_PROCESS_PROGRAM } from '../data-process-program.ts';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const dataProcesses = openDataProcesses(DATA_PROCESS_PROGRAM);
afterAll(() => dataProcesses.close());

const run = (config: JsonObject, value: Json, files = [testedFile(1, 'a.csv', 'text/csv', 'a,b\n1,2\n')]) =>
  runComponent(
    { descriptor, runner },
    { from: '{{ value }}', ...config },
    { value },
    { dataProcesses, answers: { files } },
  );
async function outputOf(config: JsonObject, value: Json): Promise<Json> {
  const { outcome } = await run(config, value);
  if (outcome.kind !== 'succeeded') throw new Error(JSON.stringify(outcome));
  return outcome.output;
}

const rows = [
  { name: 'Tea', price: '3.50' },
  { name: 'Coffee, "black"', price: '4' },
];
const csvText = 'name,price\nTea,3.50\n"Coffee, ""black""",4\n';

test.each<[string, JsonObject, string, Json]>([
  ['CSV', { format: 'csv' }, `\uFEFF${csvText}\n`, rows],
  ['chosen columns', { format: 'csv', columns: ['price'] }, csvText, [{ price: '3.50' }, { price: '4' }]],
  ['CSV without a header', { format: 'csv', header: false, delimiter: '\\t' }, 'a\tb\n', [['a', 'b']]],
  [
    'CSV with given names',
    { format: 'csv', header: false, columns: ['x', 'y'], delimiter: ';' },
    'a;b',
    [{ x: 'a', y: 'b' }],
  ],
  [
    'typed CSV',
    { format: 'csv', typed: true },
    'a,b,c,d,e\n12.50,-3,true,2026-11-28,1e3\n007,"1,5",TRUE,28.11.2026,\n' +
      '12345678901234567890, 4 ,false,2026-11-28T10:00:00+02:00,x',
    [
      { a: 12.5, b: -3, c: true, d: '2026-11-28T00:00:00Z', e: 1000 },
      { a: '007', b: '1,5', c: 'TRUE', d: '28.11.2026', e: '' },
      { a: '12345678901234567890', b: 4, c: false, d: '2026-11-28T08:00:00Z', e: 'x' },
    ],
  ],
  [
    'typed CSV with a format of dates',
    { format: 'csv', typed: true, dateFormat: 'dd.MM.yyyy', columns: ['d'] },
    'd,n\n28.11.2026,1\n2026-11-28,2\n31.02.2026,3',
    [{ d: '2026-11-28T00:00:00Z' }, { d: '2026-11-28' }, { d: '31.02.2026' }],
  ],
  ['typed rows', { format: 'csv', typed: true, header: false }, 'a,1\n', [['a', 1]]],
  ['a column without a name', { format: 'csv' }, 'a,\n1,2\n', [{ a: '1', 'column 2': '2' }]],
  [
    'lines that end in different ways',
    { format: 'csv' },
    'a,b\r\n"1\r\n2",3\n4,"5"\r6,7',
    [
      { a: '1\r\n2', b: '3' },
      { a: '4', b: '5' },
      { a: '6', b: '7' },
    ],
  ],
  ['no rows', { format: 'csv' }, '', []],
  [
    'XML',
    { format: 'xml' },
    '<?xml version="1.0"?><!DOCTYPE order><order id="007"><line>1</line><line>2 &lt; 3 &#233;</line>' +
      '<note lang="en">x</note><none/></order>',
    { order: { '@id': '007', line: ['1', '2 < 3 é'], note: { '#text': 'x', '@lang': 'en' }, none: '' } },
  ],
  ['JSON', { format: 'json' }, '{"a":[1]}', { a: [1] }],
  ['JSON with numbers that no double has', { format: 'json' }, '[1e400,-1e400,1e-400]', ['1e400', '-1e400', '1e-400']],
  ['YAML', { format: 'yaml' }, 'a: &x [1, two]\nb: *x\n', { a: [1, 'two'], b: [1, 'two'] }],
  [
    'JSON with ids that are no doubles',
    { format: 'json' },
    '{"id":820982911946154508,"power":1e3,"exact":1152921504606846976,"n":1.5}',
    { id: '820982911946154508', power: 1_000, exact: 1_152_921_504_606_846_976, n: 1.5 },
  ],
  [
    'YAML with ids that are no doubles',
    { format: 'yaml' },
    'id: 820982911946154508\nexact: 1152921504606846976\nnegative: -9007199254740993\nhex: 0x1F\n7: [1.5, 7]\n',
    { id: '820982911946154508', exact: 1_152_921_504_606_846_976, negative: '-9007199254740993', hex: 31, 7: [1.5, 7] },
  ],
  ['Base64', { format: 'base64' }, 'w6Q=\n', 'ä'],
  ['Base64 of addresses', { format: 'base64' }, 'Pz8_', '???'],
  ['Base64 without padding', { format: 'base64' }, 'YWI', 'ab'],
  ['Base64 in lines', { format: 'base64' }, 'YWJj\r\nZGVm\r\n', 'abcdef'],
  ['no Base64', { format: 'base64' }, '', ''],
  ['URL encoding', { format: 'url' }, 'a%20%26%C3%A4', 'a &ä'],
])('reads %s', async (_name, config, text, expected) => {
  expect(await outputOf(config, text)).toEqual(expected);
});

test.each<[string, JsonObject, Json, Json]>([
  ['CSV', { format: 'csv' }, rows, csvText],
  ['all keys as columns', { format: 'csv' }, [{ a: 1 }, { b: { c: null } }], 'a,b\n1,\n,"{""c"":null}"\n'],
  ['chosen columns', { format: 'csv', columns: ['price', 'none'], header: false }, rows, '3.50,\n4,\n'],
  ['lists', { format: 'csv', delimiter: ';' }, [[1, null, 'x;y']], '1;;"x;y"\n'],
  [
    'XML',
    { format: 'xml' },
    { order: { '@id': 7, line: [1, '2 < 3'], none: null } },
    '<order id="7">\n  <line>1</line>\n  <line>2 &lt; 3</line>\n  <none/>\n</order>\n',
  ],
  ['JSON', { format: 'json' }, { a: [1] }, '{"a":[1]}'],
  ['YAML', { format: 'yaml' }, { a: [1, '2'] }, 'a:\n  - 1\n  - "2"\n'],
  ['Base64', { format: 'base64' }, 'ä', 'w6Q='],
  ['URL encoding', { format: 'url' }, 'a &ä', 'a%20%26%C3%A4'],
  ['a query', { format: 'url' }, { a: '1&2', b: [true, null] }, 'a=1%262&b=true&b='],
  [
    'Markdown',
    { format: 'markdown' },
    '# Hi\n\n[x](javascript:alert(1)) <b>',
    '<h1>Hi</h1>\n<p>[x](javascript:alert(1)) &lt;b&gt;</p>\n',
  ],
])('writes %s', async (_name, config, value, expected) => {
  expect(await outputOf({ ...config, direction: 'write' }, value)).toEqual(expected);
});

test('reads texts and attributes of a page', async () => {
  const page = '<ul><li><a href="/1">One  <b>bold</b></a><li><a href="/2">Two</a></ul><script>no</script><i title=x>';
  const select = [
    { key: 'first', selector: 'li > a' },
    { key: 'links', selector: 'a', attribute: 'HREF', all: true },
    { key: 'none', selector: 'table' },
    { key: 'text', selector: ':root' },
  ];
  expect(await outputOf({ format: 'html', select }, page)).toMatchObject({
    ...{ first: 'One bold', links: ['/1', '/2'], none: null },
  });
});

describe('files', () => {
  const file = testedFile(1, 'a.csv', 'text/csv', 'a,b\n1,2\n');

  test('are read', async () => {
    expect(await outputOf({ format: 'csv' }, file.value as unknown as Json)).toEqual([{ a: '1', b: '2' }]);
    expect(await outputOf({ format: 'base64', direction: 'write' }, file.value as unknown as Json)).toBe(
      'YSxiCjEsMgo=',
    );
  });

  test.each([
    ['504b0304140006000800', 'an .xlsx workbook'],
    ['d0cf11e0a1b11ae1', 'an .xls workbook'],
    ['255044462d312e37', 'a PDF document'],
    ['1f8b0800', 'compressed by gzip'],
  ])('that begin with %s are not read as text, because they are %s', async (bytes, format) => {
    const other = { ...file, bytes: Buffer.from(bytes, 'hex') };
    for (const config of [{ format: 'csv' }, { format: 'csv', charset: 'windows-1252' }, { format: 'yaml' }])
      expect((await run(config, file.value as unknown as Json, [other])).outcome).toMatchObject({
        code: 'DATA_INVALID',
        message: expect.stringContaining(format),
      });
  });

  test('are read in their character set', async () => {
    const latin = { ...file, bytes: Buffer.from('n\nZürich\n', 'latin1') };
    const config = { format: 'csv', charset: 'windows-1252' };
    expect((await run(config, file.value as unknown as Json, [latin])).outcome).toMatchObject({
      output: [{ n: 'Zürich' }],
    });
    const asUtf8 = await run({ format: 'csv' }, file.value as unknown as Json, [latin]);
    expect(asUtf8.outcome).toMatchObject({ code: 'DATA_INVALID', message: expect.stringContaining('character set') });
    const utf16 = { ...file, bytes: Buffer.from('\uFEFFn\nü\n', 'utf16le') };
    expect((await run({ format: 'csv' }, file.value as unknown as Json, [utf16])).outcome).toMatchObject({
      output: [{ n: 'ü' }],
    });
  });

  test('are written', async () => {
    const written = await run(
      { format: 'csv', direction: 'write', as: 'file', name: 'of {{ value.a }}.csv' },
      { a: 1 },
    );
    expect(written.outcome).toMatchObject({
      output: { name: 'of 1.csv', contentType: 'text/csv; charset=utf-8', size: 4 },
    });
    expect(written.files[0]?.bytes.toString()).toBe('a\n1\n');
    const bytes = await run({ format: 'base64', as: 'file', name: 'x.bin' }, '/+8=');
    expect(bytes.outcome).toMatchObject({ output: { contentType: 'application/octet-stream', size: 2 } });
  });
});

test.each<[string, JsonObject, Json, string]>([
  ['a row of another length', { format: 'csv' }, 'a,b\n1,2\n3\n', 'line 3 has a different number of columns'],
  ['a quote that nothing closes', { format: 'csv' }, 'a\n"x\n', 'has a quote that is not closed'],
  ['a column that is there twice', { format: 'csv' }, 'a,a\n1,2\n', 'column a twice'],
  ['a column that is not there', { format: 'csv', columns: ['b'] }, 'a\n1\n', 'no column b'],
  ['XML that is not closed', { format: 'xml' }, '<a>\n<b></a>', 'line 2: an element is not closed'],
  ['YAML that is none', { format: 'yaml' }, 'a: [1', 'at character'],
  ['a value of another kind', { format: 'xml' }, { a: 1 }, 'Only text can be read as xml'],
  ['XML without one root', { format: 'xml', direction: 'write' }, { a: 1, b: 2 }, 'one key'],
  [
    'a name that would write elements',
    { format: 'xml', direction: 'write' },
    { 'a><b': 1 },
    'not a valid name of an element',
  ],
  ['CSV of texts', { format: 'csv', direction: 'write' }, ['a'], 'a list of objects'],
  ['a % alone', { format: 'url' }, '100%', 'percent-encoding'],
  ['a text that is not Base64', { format: 'base64' }, 'ä', 'not Base64'],
  ['Base64 that is cut off', { format: 'base64' }, 'YWJjZ', 'not Base64'],
  ['Base64 with too much padding', { format: 'base64' }, 'YWJj=', 'not Base64'],
  ['Base64 with too little padding', { format: 'base64' }, 'YQ=', 'not Base64'],
  ['Base64 with padding within', { format: 'base64' }, 'YQ==YWJj', 'not Base64'],
  ['Base64 with bits beyond its bytes', { format: 'base64' }, 'YR==', 'not Base64'],
  ['Base64 of two alphabets', { format: 'base64' }, 'ab+_', 'not Base64'],
  ['Base64 of bytes that are no text', { format: 'base64' }, '_-8', 'Choose a file as the result'],
])('%s fails', async (_name, config, value, words) => {
  expect((await run(config, value)).outcome).toMatchObject({
    ...{ kind: 'failed', code: 'DATA_INVALID', retryable: false },
    message: expect.stringContaining(words),
  });
});

/** RFC 4180 §2. */
test.each<[string, Json, Json]>([
  ['one column with an empty value', [{ a: 1 }, { a: '' }, { a: 3 }], [{ a: '1' }, { a: '' }, { a: '3' }]],
  ['one column with null', [{ a: null }], [{ a: '' }]],
  ['an empty value at the end', [{ a: 'x' }, { a: '' }], [{ a: 'x' }, { a: '' }]],
  [
    'several columns that are empty',
    [
      { a: '', b: '' },
      { a: '1', b: '' },
    ],
    [
      { a: '', b: '' },
      { a: '1', b: '' },
    ],
  ],
  [
    'quotes, delimiters and lines',
    [
      { a: '"', b: ',' },
      { a: '\r\n', b: ' x ' },
    ],
    [
      { a: '"', b: ',' },
      { a: '\r\n', b: ' x ' },
    ],
  ],
])('CSV with %s is read as it was written', async (_name, value, expected) => {
  const text = await outputOf({ format: 'csv', direction: 'write' }, value);
  expect(await outputOf({ format: 'csv' }, text as Json)).toEqual(expected);
});

test('a CSV that becomes larger than the output of a step fails with a reason and advice', async () => {
  const text = `a column with a long name\n${'1\n'.repeat(40_000)}`;
  expect((await run({ format: 'csv' }, text)).outcome).toMatchObject({
    code: 'OUTPUT_TOO_LARGE',
    message: expect.stringMatching(/each row then names its columns\. Choose fewer columns, .* a file as the result$/),
  });
  expect((await run({ format: 'csv', columns: ['a'], header: false }, text)).outcome).toMatchObject({
    kind: 'succeeded',
  });
});

test('an invalid selector and invalid JSON fail with a reason', async () => {
  const select = [{ key: 'a', selector: 'a[' }];
  expect((await run({ format: 'html', select }, '<a>')).outcome).toMatchObject({ code: 'CONFIG_INVALID' });
  expect((await run({ format: 'json' }, '{"a"')).outcome).toMatchObject({ code: 'JSON_INVALID' });
});

test('declares its output, and refuses invalid settings at publishing', () => {
  const outputs = (config: JsonObject) => descriptor.outputs({ output: 'o', config })[0];
  expect(outputs({ format: 'csv', columns: ['a'] })).toMatchObject({ type: 'LIST', items: { fields: [{ key: 'a' }] } });
  expect(outputs({ format: 'html', select: [{ key: 'a', all: true }] })).toMatchObject({
    fields: [{ key: 'a', type: 'LIST' }],
  });
  expect(outputs({ format: 'csv', as: 'file' })).toEqual({ key: 'o', type: 'FILE' });
  expect(outputs({ format: 'date', toFormat: 'unix' })).toEqual({ key: 'o', type: 'NUMBER' });
  const problems = (config: JsonObject) => descriptor.checkConfig(config).map(({ pointer }) => pointer);
  expect(problems({ format: 'markdown', as: 'file' })).toEqual(['/direction', '/name']);
  expect(problems({ format: 'html', direction: 'write' })).toEqual(['/direction', '/select']);
  expect(problems({ format: 'csv' })).toEqual([]);
});
