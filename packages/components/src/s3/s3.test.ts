import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import type { Bucket, BucketRequest, Json } from '@workflow/component-kit/run';
import { runComponent, testedFile, type TestedAnswer } from '@workflow/component-kit/testing';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const CREDENTIAL = '00000000-0000-7000-8000-0000000000c1';
const paper = testedFile(1, 'paper.pdf', 'application/pdf', 'of a file');

async function run(config: Record<string, Json>, http: TestedAnswer[] = []) {
  const signed: BucketRequest[] = [];
  const bucket: Bucket = {
    sign: async (request) => {
      signed.push(request);
      return { url: new URL(`https://s3.example/files/${request.key ?? ''}`), headers: { ...request.headers } };
    },
    readListing: () => [],
  };
  const answers = { credentials: { [CREDENTIAL]: bucket }, files: [paper], http };
  const whole = { credential: CREDENTIAL, ...config };
  return { ...(await runComponent({ descriptor, runner }, whole, { paper: paper.value }, { answers })), signed };
}

const PUT = { operation: 'put', key: 'a.pdf', body: '{{ paper }}', onlyIfAbsent: true };

test('puts a file as it is read, with its digest, and only where there is none', async () => {
  const { outcome, requests, signed } = await run(PUT, [{ headers: { etag: '"e"' } }]);
  expect(outcome).toMatchObject({ output: { key: 'a.pdf', etag: 'e', size: 9 } });
  expect(signed[0]?.headers).toMatchObject({
    'if-none-match': '*',
    'content-type': 'application/pdf',
    'x-amz-content-sha256': paper.value.sha256,
  });
  const body = requests[0]?.body as { bytes: number; open(): AsyncIterable<Uint8Array> };
  expect([body.bytes, await text(body.open())]).toEqual([9, 'of a file']);
});

test('an object that an earlier try of the step stored is its own, and any other one a failure', async () => {
  const first = await run(PUT, [{}]);
  const step = first.signed[0]?.headers?.['x-amz-meta-step'] ?? '';
  const own = await run(PUT, [{ status: 412 }, { headers: { 'x-amz-meta-step': step, etag: '"e"' } }]);
  expect(own.outcome).toMatchObject({ kind: 'succeeded', output: { key: 'a.pdf', etag: 'e', size: 9 } });
  expect(own.signed.map(({ method }) => method)).toEqual(['PUT', 'HEAD']);
  const other = await run(PUT, [{ status: 412 }, { headers: { 'x-amz-meta-step': 'of another' } }]);
  expect(other.outcome).toMatchObject({ kind: 'failed', code: 'OBJECT_EXISTS', retryable: false });
});

const XML = '<Error><Code>SlowDown</Code><Message>Please reduce your rate</Message></Error>';

test.each<[number, string, boolean]>([
  [403, 'S3_REFUSED', false],
  [404, 'OBJECT_MISSING', false],
  [429, 'S3_FAILED', true],
  [501, 'S3_REFUSED', false],
  [503, 'S3_FAILED', true],
])('an answer of %i is %s', async (status, code, retryable) => {
  const answer = { status, headers: { 'retry-after': '7' }, body: XML };
  const { outcome, files } = await run({ operation: 'get', key: 'a' }, [answer]);
  expect(outcome).toMatchObject({ kind: 'failed', code, retryable, retryAfterMs: retryable ? 7_000 : 0 });
  expect(outcome).toMatchObject({ message: `GET a answered ${status}, SlowDown: Please reduce your rate` });
  expect(files).toEqual([]);
});

test('what it produces follows from the operation, and each has the fields that it needs', () => {
  const typeOf = (operation: string) => descriptor.outputs({ config: { operation }, output: 'object' })[0]?.type;
  expect(['get', 'put', 'list', 'delete', 'sign'].map(typeOf)).toEqual(['FILE', 'JSON', 'JSON', 'JSON', 'TEXT']);
  expect(descriptor.checkConfig({ operation: 'list' })).toEqual([]);
  expect(descriptor.checkConfig({ operation: 'put' }).map(({ pointer }) => pointer)).toEqual(['/key', '/body']);
});
