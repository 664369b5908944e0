import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from '@jest/globals';
import { ConfigError } from '@workflow/service-runtime';
import { readExecutorConfig } from '../config.ts';
import { ExportFailed, exportSessions } from './export-sessions.ts';
import { openExportTarget } from './export-target.ts';

const ORGANIZATION = '00000000-0000-7000-8000-00000000000a';
const sessions = { organizationId: ORGANIZATION, sessionIds: ['first', 'gone', 'last'] };
const inPieces = (...pieces: string[]): AsyncIterable<string> => Readable.from(pieces);
const lineOf = (id: string) => (id === 'gone' ? inPieces() : inPieces('{"id":', `"${id}"}`));
async function* failing(): AsyncGenerator<string> {
  yield await Promise.reject(new Error('too large to read'));
}
const LINES = '{"id":"first"}\n{"id":"last"}\n';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

test('a folder has one compressed file for a batch, and nothing half written', async () => {
  const path = await mkdtemp(join(tmpdir(), 'export-'));
  cleanUps.push(() => rm(path, { recursive: true }));
  const target = openExportTarget({ kind: 'folder', path });
  await exportSessions(target, sessions, lineOf);
  // A repeat after a failure replaces the object.
  await exportSessions(target, sessions, lineOf);
  const folder = join(path, 'organizations', ORGANIZATION);
  expect(await readdir(folder)).toEqual(['first_last.ndjson.gz']);
  expect(gunzipSync(await readFile(join(folder, 'first_last.ndjson.gz'))).toString()).toBe(LINES);
});

/** Starts a server that accepts the uploads of S3 clients. */
async function startBucket(status = 200) {
  const puts: { path: string; authorization: string; body: Buffer }[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      puts.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '', body });
      response.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'the-id', secretAccessKey: 'the-secret' };
  const target = openExportTarget({ kind: 's3', bucket: 'old', prefix: 'eu1/', endpoint, region: 'eu', credentials });
  return { puts, target };
}

test('a bucket gets the same object, in a signed request', async () => {
  const { puts, target } = await startBucket();
  await exportSessions(target, sessions, lineOf);
  const [put] = puts;
  expect(put?.path).toMatch(new RegExp(`^/old/eu1/organizations/${ORGANIZATION}/first_last\\.ndjson\\.gz`));
  expect(put?.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=the-id\/\d{8}\/eu\/s3\/aws4_request/);
  expect(gunzipSync(put?.body ?? Buffer.alloc(0)).toString()).toBe(LINES);
});

test('large sessions are left for another object', async () => {
  const { puts, target } = await startBucket();
  const large = { organizationId: ORGANIZATION, sessionIds: ['a', 'b', 'c'] };
  expect(await exportSessions(target, large, (id) => inPieces(id.repeat(100)), 150)).toEqual(['a', 'b']);
  expect(puts.map(({ path }) => path)).toEqual([expect.stringContaining('/a_b.ndjson.gz')]);
  expect(gunzipSync(puts[0]!.body).toString()).toBe(`${'a'.repeat(100)}\n${'b'.repeat(100)}\n`);
});

test('a session that cannot be read fails its organization alone, and one that is not taken fails all', async () => {
  const { puts, target } = await startBucket(403);
  const unread = exportSessions(target, sessions, failing);
  await expect(unread).rejects.not.toBeInstanceOf(ExportFailed);
  expect(puts).toEqual([]);
  await expect(exportSessions(target, sessions, lineOf)).rejects.toBeInstanceOf(ExportFailed);
});

test('an export that the bucket refuses fails, so that nothing is deleted', async () => {
  const { target } = await startBucket(403);
  await expect(exportSessions(target, sessions, lineOf)).rejects.toThrow();
});

const REQUIRED = { DATABASE_URL: 'postgres://localhost/none', SECRETS_KEY: 'ab'.repeat(32) };

test('settings name where to export, one place, and keys in pairs', () => {
  const read = (env: Record<string, string>) => readExecutorConfig({ ...REQUIRED, ...env }).retention.exportTo;
  expect(read({})).toBeNull();
  expect(read({ EXPORT_FOLDER: '/exports' })).toEqual({ kind: 'folder', path: '/exports' });
  expect(read({ EXPORT_S3_BUCKET: 'old', EXPORT_S3_PREFIX: 'eu1' })).toMatchObject({
    bucket: 'old',
    prefix: 'eu1/',
    region: 'us-east-1',
    credentials: null,
  });
  expect(() => read({ EXPORT_FOLDER: '/exports', EXPORT_S3_BUCKET: 'old' })).toThrow(ConfigError);
  expect(() => read({ EXPORT_S3_BUCKET: 'old', EXPORT_S3_ACCESS_KEY_ID: 'id' })).toThrow('EXPORT_S3_SECRET_ACCESS_KEY');
});
