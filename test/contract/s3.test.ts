import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { exampleOf } from '@workflow/components/docs';
import { describeWithProgram, startS3Server, type TestS3Server } from '@workflow/test-harness';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { component, input, openContractSystem, output, type SharedContractSystem } from './contract-system.ts';

let system: SharedContractSystem;
let server: TestS3Server;
let credential: string;

/** Runs one operation. @returns the session */
async function run(config: JsonObject, placeholderValues: JsonObject = {}, placeholders: (string | JsonObject)[] = []) {
  const s3 = component('s3', { credential, ...config }, { output: 'object' });
  const { body } = await system.runChain([input(...placeholders), s3, output('{{ object }}')], placeholderValues);
  return body as { id: string; status: string; output: Json; error: { code: string; message: string } };
}

async function upload(text: string): Promise<JsonObject> {
  const headers = { 'x-api-key': system.api.apiKey, 'content-type': 'text/csv' };
  const url = `${system.api.baseUrl}/v1/files?name=list.csv`;
  return (await (await fetch(url, { method: 'POST', headers, body: text })).json()) as JsonObject;
}

describeWithProgram('python3-swift', 'the component s3', () => {
  beforeAll(async () => {
    [system, server] = await Promise.all([openContractSystem(), startS3Server()]);
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = server;
    const fields = { endpoint, region, bucket, accessKeyId, secretAccessKey };
    const body = { name: `Bucket ${randomUUID()}`, type: 's3', ...fields };
    const made = await system.api.request<{ id: string }>('POST', '/v1/organization/credentials', body);
    credential = made.body.id;
  });
  afterAll(() => server?.stop());

  test('stores files, texts and values, lists them in parts, gives them back and deletes them', async () => {
    const text = 'a,b\n'.repeat(300_000);
    const file = await upload(text);
    const put = await run({ operation: 'put', key: 'in/ä b.csv', body: '{{ file }}' }, { file }, [
      { key: 'file', type: 'FILE' },
    ]);
    expect(put.output).toEqual({ key: 'in/ä b.csv', etag: expect.stringMatching(/^[\da-f]{32}$/), size: text.length });
    await run({ operation: 'put', key: 'in/c.json', body: { n: 1 } });
    await run({ operation: 'put', key: 'other.txt', body: 'hello', contentType: 'text/x-note' });
    const first = await run({ operation: 'list', key: 'in/', maxKeys: 1 });
    expect(first.output).toMatchObject([{ key: 'in/c.json', size: 7 }]);
    const second = await run({ operation: 'list', key: 'in/', after: 'in/c.json' });
    expect(second.output).toMatchObject([{ key: 'in/ä b.csv', size: text.length }]);
    const got = await run({ operation: 'get', key: 'in/ä b.csv' });
    expect(got.output).toMatchObject({ name: 'ä b.csv', contentType: 'text/csv', sha256: file['sha256'] });
    const note = await run({ operation: 'get', key: 'other.txt' });
    expect(note.output).toMatchObject({ contentType: expect.stringMatching(/^text\/x-note/), size: 5 });
    expect((await run({ operation: 'delete', key: 'other.txt' })).output).toEqual({ key: 'other.txt' });
    expect((await run({ operation: 'delete', key: 'other.txt' })).status).toBe('SUCCEEDED');
    const gone = await run({ operation: 'get', key: 'other.txt' });
    expect(gone.error).toMatchObject({ code: 'OBJECT_MISSING', message: expect.stringContaining('404') });
  });

  test('its example succeeds with its sample values', async () => {
    const { credentials = [], definition, placeholderValues, output: expected } = exampleOf('s3');
    const text = JSON.stringify(definition).replaceAll(credentials[0]!.id, credential);
    const usable = JSON.parse(text) as typeof definition;
    const workflowId = await system.api.publish('Example of s3', usable);
    const { body } = await system.api.run(workflowId, usable.components[0]!.id, placeholderValues, {
      prefer: 'wait=60',
    });
    expect(body).toMatchObject({ status: 'SUCCEEDED', output: expected });
  });

  test('reports in the words of the store what it cannot do, and stores nothing', async () => {
    const { error } = await run({ operation: 'put', key: 'once.txt', body: 'first', onlyIfAbsent: true });
    const message = expect.stringContaining('Conditional object PUTs are not supported');
    expect(error).toMatchObject({ code: 'S3_REFUSED', message });
    expect((await server.request('GET', `${server.bucket}/once.txt`)).status).toBe(404);
  });

  test('signs addresses by which others get and put', async () => {
    const put = await run({ operation: 'sign', key: 'by others.txt', method: 'PUT', expiresInSeconds: 60 });
    expect((await fetch(put.output as string, { method: 'PUT', body: 'from outside' })).status).toBe(200);
    const get = await run({ operation: 'sign', key: 'by others.txt' });
    expect(await (await fetch(get.output as string)).text()).toBe('from outside');
    expect((await fetch((get.output as string).replace('others', 'nobody'))).status).toBe(403);
  });

  test.each([
    [{ operation: 'get', key: '../{{ bucket }}/x' }, 'CONFIG_INVALID'],
    [{ operation: 'put', key: 'a/./b', body: 'x' }, 'CONFIG_INVALID'],
  ])('%j names no object', async (config, code) => {
    expect((await run(config, { bucket: 'b' }, ['bucket'])).error).toMatchObject({ code });
  });
});
