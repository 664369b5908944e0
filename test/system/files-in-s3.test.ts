import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithProgram, startS3Server, startSystem, waitFor } from '@workflow/test-harness';
import type { TestS3Server, TestSystem } from '@workflow/test-harness';
import { chain, component, input, output } from '../contract/contract-system.ts';

const MIB = 1_048_576;
const SIZE = 200 * MIB;
/**
 * The maximum memory that a file of 200 MB may add to a process. It adds at most 31 MiB, but V8 may collect buffers
 * later.
 */
const MAX_ADDED_MIB = 48;

describeWithProgram('python3-swift', 'both services with files in an S3 store', () => {
  let s3: TestS3Server;
  let system: TestSystem;
  beforeAll(async () => {
    s3 = await startS3Server();
    system = await startSystem({
      backend: 'postgres',
      env: {
        FILES_S3_ENDPOINT: s3.endpoint,
        FILES_S3_REGION: s3.region,
        FILES_S3_BUCKET: s3.bucket,
        FILES_S3_PREFIX: 'eu',
        FILES_S3_ACCESS_KEY_ID: s3.accessKeyId,
        FILES_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
        HTTP_ALLOWED_ADDRESSES: '127.0.0.1',
      },
    });
  });
  afterAll(async () => {
    await system?.stop();
    await s3?.stop();
  });

  function* bytes(size: number): Generator<Buffer> {
    const chunk = Buffer.alloc(65_536);
    for (let sent = 0; sent < size; sent += chunk.length) {
      chunk.writeUInt32BE(sent);
      yield Buffer.from(chunk);
    }
  }

  /** Sends a file with Node.js's own client, whose memory is not measured. */
  function upload(size: number): Promise<{ status: number; body: Record<string, unknown> }> {
    return new Promise((resolve, reject) => {
      const headers = { 'x-api-key': system.organization.apiKey, 'content-type': 'video/mp4', 'content-length': size };
      const sent = request(new URL('/v1/files?name=film.mp4', system.api.baseUrl), { method: 'POST', headers });
      sent.once('error', reject);
      sent.once('response', (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: JSON.parse(String(Buffer.concat(parts))) as never }),
        );
      });
      pipeline(Readable.from(bytes(size)), sent).catch(reject);
    });
  }

  async function download(fileId: string): Promise<string> {
    const response = await fetch(`${system.api.baseUrl}/v1/files/${fileId}`, {
      headers: { 'x-api-key': system.organization.apiKey },
    });
    expect(response.status).toBe(200);
    const hash = createHash('sha256');
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) hash.update(chunk);
    return hash.digest('hex');
  }

  /** Runs a function. @returns its result and the memory that it added to a process at its peak */
  async function addedMiB<Result>(pid: number, run: () => Promise<Result>): Promise<[Result, number]> {
    const read = (field: string) =>
      Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;
    // Resets the peak of the memory (man proc_pid_clear_refs).
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const before = read('VmRSS');
    const result = await run();
    return [result, read('VmHWM') - before];
  }

  const objects = async () => (await s3.request('GET', `${s3.bucket}?list-type=2`)).text;

  test('200 MB go up, through a workflow and down in little memory, and end with their session', async () => {
    const hash = createHash('sha256');
    for (const chunk of bytes(SIZE)) hash.update(chunk);
    const sha256 = hash.digest('hex');
    // Uploads a small file first, because a process loads code on first use.
    const small = await upload(12 * MIB);
    await download(String(small.body['fileId']));
    const ingressPid = system.ingresses[0]!.pid!;
    const [stored, up] = await addedMiB(ingressPid, () => upload(SIZE));
    expect([stored.status, stored.body]).toMatchObject([201, { size: SIZE, sha256 }]);
    const fileId = String(stored.body['fileId']);
    expect(await objects()).toContain(`eu/${system.organization.id}/${fileId}`);
    const [read, down] = await addedMiB(ingressPid, () => download(fileId));
    expect(read).toBe(sha256);
    const start = input({ key: 'film', type: 'FILE' });
    const send = component(
      'http-request',
      {
        method: 'POST',
        url: `${system.api.baseUrl}/v1/files`,
        headers: { 'x-api-key': system.organization.apiKey },
        bodyType: 'file',
        body: '{{ film }}',
      },
      { output: 'copied', timeoutSeconds: 120 },
    );
    const workflowId = await system.api.publish('Copies', chain(start, send, output('{{ copied.body }}')));
    const run = (film: string) => system.api.run(workflowId, start.id, { film }, { prefer: 'wait=120' });
    await run(String(small.body['fileId']));
    const [copied, through] = await addedMiB(system.executors[0]!.pid!, () => run(fileId));
    expect(copied.body).toMatchObject({ status: 'SUCCEEDED', output: { size: SIZE, sha256 } });
    const tooMuch = Object.entries({ up, down, through }).filter(([, added]) => added > MAX_ADDED_MIB);
    expect(tooMuch).toEqual([]);
    await system.api.request('DELETE', `/v1/sessions/${String((copied.body as Record<string, unknown>)['sessionId'])}`);
    await waitFor(async () => !(await objects()).includes(fileId), { withinMs: 30_000, what: 'the deletion' });
  }, 300_000);
});
