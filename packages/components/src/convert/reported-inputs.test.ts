import { expect, test } from '@jest/globals';
import type { Json, StepFailure } from '@workflow/component-kit/run';
import { dataJob } from './data-job.ts';

/** Inputs that libraries for the same formats once read wrongly, by the subjects of public reports. */

async function read(format: string, from: string, more: object = {}): Promise<unknown> {
  try {
    return await dataJob({ from, options: { format, direction: 'read', header: true, delimiter: ',', ...more } });
  } catch (error) {
    return (error as StepFailure).code;
  }
}

test.each<[string, string, unknown]>([
  ['a byte order mark before a quote', '\uFEFF"a,b",c\n1,2\n', [{ 'a,b': '1', c: '2' }]],
  ['a byte order mark before a quoted line break', '\uFEFF"a\nb",c\n1,2\n', [{ 'a\nb': '1', c: '2' }]],
  ['lines that CR ends', 'a,b\r1,2\r', [{ a: '1', b: '2' }]],
  ['lines with different ends', 'a\r\n1\n2\r3', [{ a: '1' }, { a: '2' }, { a: '3' }]],
  ['empty lines', 'a,b\n\n1,2\n\n', [{ a: '1', b: '2' }]],
  ['a header alone', 'a,b\n', []],
  ['nothing', '', []],
  ['spaces around the names of columns', ' a , b \n1,2\n', [{ a: '1', b: '2' }]],
  ['columns without names', 'a,,\n1,2,3\n', [{ a: '1', 'column 2': '2', 'column 3': '3' }]],
  ['digits that a number would lose', 'a\n9007199254740993\n007\n', [{ a: '9007199254740993' }, { a: '007' }]],
  ['a quote within a value', 'a\n5" disk\n', 'DATA_INVALID'],
  ['a quote that is never closed', 'a,b\n"1,2\n', 'DATA_INVALID'],
  ['a row that is too short', 'a,b\n1\n', 'DATA_INVALID'],
])('CSV with %s', async (_what, text, value) => expect(await read('csv', text)).toEqual(value));

test.each<[string, string, unknown]>([
  ['an equals sign in an attribute', '<i e="Mjg2=="/>', { i: { '@e': 'Mjg2==' } }],
  ['an angle bracket in an attribute', '<a b="c>"/>', { a: { '@b': 'c>' } }],
  ['a line feed as a reference in an attribute', '<e a="0&#xA;1"/>', { e: { '@a': '0\n1' } }],
  ['a line break in an attribute', '<e a="0\n1"/>', { e: { '@a': '0 1' } }],
  ['line breaks between attributes', '<a\nb="2"\n>\nc\n</a>', { a: { '@b': '2', '#text': 'c' } }],
  ['texts that look like numbers', '<a><b>007</b><b>1e5</b></a>', { a: { b: ['007', '1e5'] } }],
  ['references in CDATA', '<a><![CDATA[<b>&amp;]]>x</a>', { a: '<b>&amp;x' }],
  ['a comment within a text', '<a>x<!-- c -->y</a>', { a: 'xy' }],
  ['a reference beyond Unicode', '<a>&#9999999;</a>', { a: '\uFFFD' }],
  ['names of methods', '<a><toString/></a>', { a: { toString: '' } }],
  ['an attribute twice', '<a b="1" b="2"/>', 'DATA_INVALID'],
  ['two root elements', '<a/><b/>', 'DATA_INVALID'],
  ['two root elements of one name', '<a/><a/>', 'DATA_INVALID'],
  ['a comment after the root element', '<a/><!-- b -->\n', { a: '' }],
  ['a text after the root element', '<a/>x', 'DATA_INVALID'],
  ['an element that is not closed', '<a><b></a>', 'DATA_INVALID'],
])('XML with %s', async (_what, text, value) => expect(await read('xml', text)).toEqual(value));

test.each<[string, string, unknown]>([
  ['no and on', 'a: no\nb: on\n', { a: 'no', b: 'on' }],
  ['digits after a zero', 'a: 012\n', { a: 12 }],
  ['times and underscores', 'a: 12:30:45\nb: 1_000\n', { a: '12:30:45', b: '1_000' }],
  ['dates', 'a: 2020-01-01\n', { a: '2020-01-01' }],
  ['a number beyond a double', 'a: 9007199254740993\n', { a: '9007199254740993' }],
  ['null, true and a number as keys', 'null: a\ntrue: b\n1: c\n', { null: 'a', true: 'b', 1: 'c' }],
  ['one key as a number and as a text', '1: a\n"1": b\n', 'DATA_INVALID'],
  ['one key as a boolean and as a text', 'true: a\n"true": b\n', 'DATA_INVALID'],
  ['bytes', 'a: !!binary YWJj\n', { a: 'YWJj' }],
  ['bytes in a list', '- !!binary |\n  YWJj\n', ['YWJj']],
  ['a set', 'a: !!set {b, c}\n', 'DATA_INVALID'],
  ['an unknown tag', 'a: !Ref b\n', { a: 'b' }],
  ['several documents', 'a: 1\n---\nb: 2\n', 'DATA_INVALID'],
  ['an end of the document', '---\na: 1\n...\n', { a: 1 }],
  ['a tab as indentation', 'a:\n\tb: 1\n', 'DATA_INVALID'],
  ['nothing', '', null],
])('YAML with %s', async (_what, text, value) => expect(await read('yaml', text)).toEqual(value));

test.each<[string, string, unknown]>([
  ['a byte order mark', '\uFEFF{"a":1}', { a: 1 }],
  ['two byte order marks', '\uFEFF\uFEFF1', 'JSON_INVALID'],
  ['a number beyond a double', '{"a":9007199254740993,"b":1e400}', { a: '9007199254740993', b: '1e400' }],
  ['NaN', '{"a":NaN}', 'JSON_INVALID'],
  ['a comma at the end', '{"a":1,}', 'JSON_INVALID'],
])('JSON with %s', async (_what, text, value) => expect(await read('json', text)).toEqual(value));

test.each<[string, Json, string]>([
  ['a value that looks like a formula', [{ a: '=1+1' }], 'a\n=1+1\n'],
  ['line breaks and quotes', [{ a: 'x\ry', b: 'x"y' }], 'a,b\n"x\ry","x""y"\n'],
  ['rows with different columns', [{ a: 1 }, { b: null }], 'a,b\n1,\n,\n'],
])('CSV is written with %s', async (_what, from, text) => {
  expect(await dataJob({ from, options: { format: 'csv', direction: 'write', header: true } })).toBe(text);
});
