import { expect, test } from '@jest/globals';
import { listedIn } from './listed-objects.ts';
import { addressOf, signRequest } from './sign-request.ts';

const bucket = {
  endpoint: 'https://s3.example.com/',
  region: 'eu-central-1',
  bucket: 'files',
  accessKeyId: 'id',
  secretAccessKey: 'secret',
};

test.each([
  ['a/b c.txt', '/files/a/b%20c.txt'],
  ['ä+&?#%.txt', '/files/%C3%A4%2B%26%3F%23%25.txt'],
  ["it's (1)*!", '/files/it%27s%20%281%29%2A%21'],
  ['/a//b/', '/files//a//b/'],
  ['..a/b..', '/files/..a/b..'],
])('the key %s has the path %s', (key, path) => {
  expect(addressOf(bucket, { method: 'GET', key }).pathname).toBe(path);
});

test.each(['', '.', '..', 'a/../b', './a', 'a/..'])('refuses the key "%s", whose address is that of another', (key) => {
  expect(() => addressOf(bucket, { method: 'GET', key })).toThrow(RangeError);
});

test('refuses a key with half a character, which has no address', () => {
  expect(() => addressOf(bucket, { method: 'GET', key: 'a/\uD83D' })).toThrow(RangeError);
});

test('signs in headers, or in an address that ends', async () => {
  const signed = await signRequest(bucket, { method: 'PUT', key: 'a', headers: { 'if-none-match': '*' } });
  expect(signed.headers['authorization']).toMatch(/^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/eu-central-1\/s3\//);
  const { url } = await signRequest(bucket, { method: 'GET', key: 'a', expiresInSeconds: 60 });
  expect(url.searchParams.get('X-Amz-Expires')).toBe('60');
  expect(url.searchParams.get('X-Amz-Signature')).toMatch(/^[\da-f]{64}$/);
  expect(url.href).not.toContain('secret');
});

test('reads the objects of a listing', () => {
  const object =
    '<Contents><Key>a%20%26+b</Key><Size>3</Size><LastModified>x</LastModified><ETag>&quot;e&quot;</ETag></Contents>';
  const xml = (type: string) => `<ListBucketResult>${type}<IsTruncated>true</IsTruncated>${object}</ListBucketResult>`;
  const listed = { size: 3, changedAt: 'x', etag: 'e' };
  expect(listedIn(xml('<EncodingType>url</EncodingType>'))).toEqual({
    objects: [{ key: 'a & b', ...listed }],
    hasMore: true,
  });
  expect(listedIn(xml('')).objects).toEqual([{ key: 'a%20%26+b', ...listed }]);
});
