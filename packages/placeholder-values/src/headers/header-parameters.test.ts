import { expect, test } from '@jest/globals';
import { charsetOf, extendedValue, headerParameters } from './header-parameters.ts';

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
  ['form-data; filename=my scan.pdf ; name=upload', { filename: 'my scan.pdf', name: 'upload' }],
  ['form-data; filename="a"b.txt"; name="upload"', { filename: 'a', name: 'upload' }],
  ['form-data; name; filename="x"', { filename: 'x' }],
  ['form-data; filename="x', { filename: '"x' }],
  ['form-data; filename="a;b"; name="c;d"', { filename: 'a;b', name: 'c;d' }],
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
  ['text/plain; charset=', undefined],
  ['text/plain; charset=us-ascii (Plain text)', 'us-ascii'],
  ['application/json; charset=utf-8, application/json', 'utf-8'],
])('%s has the charset %s', (contentType, charset) => {
  expect(charsetOf(contentType)).toBe(charset);
});

/** RFC 8187 §3.2. */
test.each([
  ["UTF-8''na%C3%AFve.txt", 'naïve.txt'],
  ["utf-8'en'%e2%82%ac%20rates", '€ rates'],
  ["iso-8859-1'en'%A3%20rates", '£ rates'],
  ["UTF-8''plain", 'plain'],
  ["UTF-8''it's", "it's"],
  ["UTF-8''100%", '100%'],
  ["UTF-8''%C3", null],
  ["unknown''a", null],
  ['a', null],
  [undefined, null],
])('%s is the text %s', (value, text) => {
  expect(extendedValue(value)).toBe(text);
});
