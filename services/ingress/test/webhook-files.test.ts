import { randomBytes } from 'node:crypto';
import { beforeAll, expect, jest, test } from '@jest/globals';
import { FilesUnavailable } from '@workflow/file-store';
import pg from 'pg';
import type { FileValue, JsonObject } from '@workflow/workflow-model';
import { makeHook, outputOf, type Hook } from './make-hook.ts';
import { useTestIngress, type AnyBody } from './start-test-ingress.ts';

const MAX_FILE = 600_000;
const MAX_BODY = 20_000;

const ingress = useTestIngress({
  config: { files: { maxFileBytes: MAX_FILE }, http: { maxBodyBytes: MAX_BODY, maxFormFields: 10 } },
});
let hook: Hook;
beforeAll(async () => {
  hook = await makeHook(ingress, { files: 'store' });
});

async function send(form: FormData, to = hook, headers: Record<string, string> = {}) {
  const response = await fetch(ingress.url + to.path, {
    method: 'POST',
    headers: { token: to.token, ...headers },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as AnyBody };
}

function formOf(parts: Record<string, string | Buffer | (string | Buffer)[]>): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(parts))
    for (const value of Array.isArray(values) ? values : [values])
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, new Blob([new Uint8Array(value)], { type: 'image/svg+xml' }), `${name} "1".svg`);
  return form;
}

async function bytesOf({ fileId }: FileValue): Promise<Buffer> {
  const headers = { 'x-api-key': ingress.organization.apiKey };
  return Buffer.from(await (await fetch(`${ingress.url}/v1/files/${fileId}`, { headers })).arrayBuffer());
}

test('files become values, larger than a body may be, and the session names them', async () => {
  const [one, two] = [randomBytes(550_000), randomBytes(10)];
  const answer = await send(formOf({ note: 'é', scan: one, pages: [two, two] }));
  expect(answer.status).toBe(202);
  const { body } = (await outputOf(ingress, answer)) as { body: JsonObject };
  expect(body).toMatchObject({
    note: 'é',
    scan: { name: 'scan "1".svg', contentType: 'image/svg+xml', size: 550_000 },
  });
  const files = [body['scan'], ...(body['pages'] as JsonObject[])] as FileValue[];
  const stored = await Promise.all(files.map(bytesOf));
  expect(stored.map((bytes, index) => bytes.equals([one, two, two][index]!))).toEqual([true, true, true]);
  await expect(usesOf(answer.body.sessionId)).resolves.toBe(3);
});

async function usesOf(sessionId: string): Promise<number> {
  const client = new pg.Client({ connectionString: ingress.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT 1 FROM file_uses WHERE session_id = $1', [sessionId]);
    return rows.length;
  } finally {
    await client.end();
  }
}

test.each<[string, FormData, number, string]>([
  ['a file that is too large', formOf({ f: Buffer.alloc(MAX_FILE + 1) }), 413, `${MAX_FILE} bytes (MAX_FILE_BYTES)`],
  ['texts that are too large together', formOf({ a: 'x'.repeat(12_000), b: 'x'.repeat(12_000) }), 413, `${MAX_BODY}`],
  ['101 files', formOf({ f: Array.from({ length: 101 }, () => Buffer.from('x')) }), 400, 'at most 100 files'],
  ['too many fields', formOf({ f: Array.from({ length: 11 }, () => 'x') }), 400, 'at most 10 fields'],
])('refuses %s', async (_name, form, status, message) => {
  const answer = await send(form);
  expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)]);
});

test('a delivery while the store of files does not respond is 503 with Retry-After', async () => {
  jest.spyOn(ingress.context.files, 'write').mockRejectedValueOnce(new FilesUnavailable('no response'));
  const refused = await send(formOf({ f: Buffer.from('x') }));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await send(formOf({ f: Buffer.from('x') }))).status).toBe(202);
});

test('refuses a stranger before it stores anything, and what is compressed', async () => {
  const form = () => formOf({ f: Buffer.from('x') });
  expect((await send(form(), { ...hook, token: 'none' })).status).toBe(403);
  expect((await send(form(), hook, { 'content-encoding': 'gzip' })).status).toBe(415);
});

test('other bodies stay as they are, and forms of a webhook that does not store files', async () => {
  const json = await ingress.request('POST', hook.path, {
    body: { a: 1 },
    headers: { token: hook.token, 'content-type': 'application/json' },
  });
  expect((await outputOf(ingress, json))['body']).toEqual({ a: 1 });
  const inline = await makeHook(ingress);
  const answer = await send(formOf({ f: Buffer.from('hi') }), inline);
  expect((await outputOf(ingress, answer))['body']).toMatchObject({ f: { base64: 'aGk=' } });
});
