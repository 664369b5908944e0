import { expect, test } from '@jest/globals';
import { readAnswer } from './read-answer.ts';

const bytes = (...all: number[]) => Buffer.from(all);
const utf16 = (text: string, mark = true) => Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le');
const read = (contentType: string | undefined, body: Buffer) =>
  readAnswer({ body, headers: contentType === undefined ? {} : { 'content-type': contentType } });

test.each<[string, string | undefined, Buffer, string]>([
  ['UTF-8', 'text/plain', Buffer.from('grün'), 'grün'],
  ['UTF-8 with a byte order mark', 'text/plain', Buffer.from('\uFEFFgrün'), 'grün'],
  ['ISO-8859-1', 'text/plain; charset=iso-8859-1', bytes(0x67, 0x72, 0xfc, 0x6e), 'grün'],
  ['windows-1252', 'text/html;charset="windows-1252"', bytes(0x80, 0x35), '€5'],
  ['shift_jis', 'text/csv; header=present; Charset=Shift_JIS', bytes(0x93, 0xfa, 0x96, 0x7b), '日本'],
  ['EUC-KR', 'text/plain; charset=euc-kr', bytes(0xc7, 0xd1), '한'],
  ['UTF-16 with its mark', 'text/plain; charset=utf-16', utf16('grün'), 'grün'],
  ['UTF-16, the other way round', 'text/plain; charset=utf-16', utf16('grün').swap16(), 'grün'],
  ['UTF-16LE without a mark', 'text/plain; charset=utf-16le', utf16('grün', false), 'grün'],
  ['no type', undefined, Buffer.from('plain'), 'plain'],
  ['lines of JSON', 'application/x-ndjson', Buffer.from('{}\n{}'), '{}\n{}'],
  ['an SVG image', 'image/svg+xml', Buffer.from('<svg/>'), '<svg/>'],
])('%s is text', (_, contentType, body, text) => {
  expect(read(contentType, body)).toEqual({ body: text, text });
});

test.each<[string, string | undefined, Buffer]>([
  ['an image', 'image/png', Buffer.from('text')],
  ['octets', 'application/octet-stream', Buffer.from('text')],
  ['what is not in its charset', 'text/plain; charset=utf-8', bytes(0xff, 0x41)],
  ['text of no charset that is not UTF-8', 'text/plain', bytes(0xfc)],
  ['a charset that nobody knows', 'text/plain; charset=klingon', Buffer.from('x')],
  ['bytes of an unknown type', 'application/x-thing', bytes(0x41, 0x00, 0x42)],
  ['broken bytes without a type', undefined, bytes(0xfe)],
])('%s is base64', (_, contentType, body) => {
  expect(read(contentType, body)).toEqual({ body: body.toString('base64'), bodyEncoding: 'base64', text: null });
});

test('JSON is parsed in its charset, and its text is unchanged', () => {
  expect(read('application/json', Buffer.from('{"a": 1.50}'))).toEqual({ body: { a: 1.5 }, text: '{"a": 1.50}' });
  expect(read('application/problem+json; charset=utf-16', utf16('[1]'))).toEqual({ body: [1], text: '[1]' });
});

/** RFC 8259 §8.1: JSON is UTF-8. https://mimesniff.spec.whatwg.org/#json-mime-type */
test.each<[string, Buffer]>([
  ['application/json;charset=iso-8859-1', Buffer.from('["grün €"]')],
  ['application/json; charset=us-ascii', Buffer.from('["grün €"]')],
  ['application/problem+json; charset=windows-1252', Buffer.from('["grün €"]')],
  ["application/json; charset='utf-8'", Buffer.from('["grün €"]')],
  ['application/json; charset=klingon', Buffer.from('["grün €"]')],
  ['text/json', Buffer.from('["grün €"]')],
  ['TEXT/JSON; charset=utf-8', Buffer.from('["grün €"]')],
  ['application/json', Buffer.from('\uFEFF["grün €"]')],
  ['application/json; charset=utf-16le', utf16('["grün €"]', false)],
  ['application/json; charset=iso-8859-15', bytes(0x5b, 0x22, 0x67, 0x72, 0xfc, 0x6e, 0x20, 0xa4, 0x22, 0x5d)],
])('%s is read as JSON in the encoding that it has', (contentType, body) => {
  expect(read(contentType, body).body).toEqual(['grün €']);
});

test.each(["text/plain; charset='utf-8'", 'text/plain;charset = "utf-8"', "text/plain; charset='UTF-8'; x=y"])(
  '%s names a charset',
  (contentType) => {
    expect(read(contentType, Buffer.from('grün')).body).toBe('grün');
  },
);

test.each(['1e400', '-1e400', `1${'0'.repeat(400)}`, '1e-400', '2.5e309'])(
  'the number %s, which no double has, becomes its text',
  (number) => {
    expect(read('application/json', Buffer.from(`{"n":[${number}]}`)).body).toEqual({ n: [number] });
  },
);

test('an integer that would change becomes the text of its digits', () => {
  const text = '{"id":820982911946154508,"n":9007199254740992,"list":[-12345678901234567890,1e23,1e22,0.5]}';
  expect(read('application/json', Buffer.from(text)).body).toEqual({
    id: '820982911946154508',
    n: 9_007_199_254_740_992,
    list: ['-12345678901234567890', '1e23', 1e22, 0.5],
  });
});

test('JSON of very many names of members fails before it is parsed', () => {
  const names = Object.fromEntries(Array.from({ length: 120_000 }, (_, number) => [`name${number}`, 0]));
  expect(() => read('application/json', Buffer.from(JSON.stringify(names)))).toThrow(
    'The response has more than 100000 different names of members',
  );
});
