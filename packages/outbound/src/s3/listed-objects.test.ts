import { expect, test } from '@jest/globals';
import { listedIn } from './listed-objects.ts';

const listing = (key: string, size = '3') =>
  '<ListBucketResult xmlns="x"><EncodingType>url</EncodingType>' +
  `<Contents><Key>${key}</Key><Size>${size}</Size></Contents></ListBucketResult>`;

test.each([
  ['a%2Fb+c', 'a/b c'],
  ['&#228;', 'ä'],
  ['&#99999999999;', '&#99999999999;'],
])('reads the key %s', (written, key) => {
  expect(listedIn(listing(written)).objects[0]).toMatchObject({ key, size: 3 });
});

test.each([
  ['a key that is cut', listing('a%2')],
  ['a key of bytes that are not UTF-8', listing('%ff')],
  ['a size that is not a number', listing('a', 'three')],
  ['a negative size', listing('a', '-1')],
  ['a size beyond all numbers', listing('a', '1e999')],
  ['a page', '<html><body>Please sign in</body></html>'],
  ['a listing that is cut', listing('a').slice(0, -20)],
  ['nothing', ''],
])('refuses %s', (_what, xml) => {
  expect(() => listedIn(xml)).toThrow(RangeError);
});
