import { expect, test } from '@jest/globals';
import { charsetOf, headerParameters } from './header-parameters.ts';

/** The cases are from RFC 9110 §5.6.6 and RFC 7578 §4.2. */
test.each<[string, Record<string, string>]>([
  ['form-data; filename="x; name=evil.txt"; name="upload"', { filename: 'x; name=evil.txt', name: 'upload' }],
  ['form-data; filename="x\\"; name=evil.txt"; name=upload', { filename: 'x"; name=evil.txt', name: 'upload' }],
  ['form-data; x="name=\\"a\\""; name="b"', { x: 'name="a"', name: 'b' }],
  ['form-data; filename=name=a; name=b', { filename: 'name=a', name: 'b' }],
  ['form-data; name="a"; name="b"', { name: 'a' }],
  ['form-data;NAME = "a" ;filename="C:\\dir\\b.txt"', { name: 'a', filename: 'C:\\dir\\b.txt' }],
  ["form-data; name=a; filename*=UTF-8''%C3%A4", { name: 'a', 'filename*': "UTF-8''%C3%A4" }],
  ['form-data; name=""', { name: '' }],
  ['form-data;; name=a;', { name: 'a' }],
  ['form-data', {}],
  ['', {}],
  ['text/plain; x="; charset=utf-16"; charset=utf-8', { x: '; charset=utf-16', charset: 'utf-8' }],
])('%s has the parameters %j', (field, expected) => {
  expect(Object.fromEntries(headerParameters(field))).toEqual(expected);
});

test.each([
  ['text/plain; x="; charset=utf-16"; charset="utf-8"', 'utf-8'],
  ["text/plain; charset='utf-8'", 'utf-8'],
  ['text/plain; xcharset=utf-16', undefined],
])('%s has the charset %s', (contentType, charset) => {
  expect(charsetOf(contentType)).toBe(charset);
});
