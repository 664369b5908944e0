import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newSession, waitFor } from '@workflow/test-harness';
import { locksWaitedFor, useTestStore, runningSession } from '../../test/open-test-store.ts';
import { NoRoomForFile, TooManyFiles } from './write-file.ts';

const database = useTestStore();

const DAY_MS = 86_400_000;
const SYSTEM = { type: 'system', id: null, name: 'test' } as const;

/** Stores a file. @returns its id */
async function store(
  organizationId: string,
  chunks: readonly Buffer[] = [Buffer.from('bytes')],
  maxFiles = 1_000,
): Promise<string> {
  const { files } = database.store;
  const named = {
    organizationId,
    name: 'a.txt',
    contentType: 'text/plain',
    objectKeyOf: null,
    announcedBytes: 0,
    maxFiles,
  };
  const draft = await files.begin(named);
  for (const [number, chunk] of chunks.entries()) await files.append(draft, number, chunk);
  const sha256 = createHash('sha256').update(Buffer.concat(chunks)).digest();
  await files.finish(draft, { sha256, unusedMs: DAY_MS });
  return draft.fileId;
}

const nothingOutside = (): Promise<void> => Promise.reject(new Error('nothing is stored outside'));
const expire = (fileId: string) =>
  database.sql(`UPDATE files SET expires_at = now() - interval '1 second' WHERE id = $1`, [fileId]);
const isThere = async (organizationId: string, fileId: string): Promise<boolean> =>
  (await database.store.files.find(organizationId, fileId)) !== null;

function nameFourTimes(organizationId: string, fileId: string) {
  const sessionIds = Array.from({ length: 4 }, () => randomUUID());
  return Promise.all(sessionIds.map((id) => database.store.files.name(organizationId, id, [fileId])));
}

async function sweepAll(): Promise<void> {
  for (let more = true; more;) ({ more } = await database.store.files.sweep(nothingOutside));
}

test('reads a file as it was written, for its own organization only', async () => {
  const organizationId = randomUUID();
  const chunks = [randomBytes(300_000), randomBytes(10)];
  const fileId = await store(organizationId, chunks);
  const file = await database.store.files.find(organizationId, fileId);
  expect(file).toMatchObject({ fileId, name: 'a.txt', contentType: 'text/plain', size: 300_010 });
  const read: Buffer[] = [];
  for await (const chunk of database.store.files.readChunks(organizationId, file!)) read.push(chunk);
  expect(Buffer.concat(read)).toEqual(Buffer.concat(chunks));
  const otherOrganization = randomUUID();
  expect(await isThere(otherOrganization, fileId)).toBe(false);
  expect(await database.store.files.name(otherOrganization, randomUUID(), [fileId])).toEqual([]);
  await expect(database.store.files.readChunks(otherOrganization, file!).next()).rejects.toThrow('was deleted');
});

test('a file that nothing names is deleted when its time is over, with its chunks', async () => {
  const organizationId = randomUUID();
  const [old, young] = [await store(organizationId), await store(organizationId)];
  await expire(old);
  await sweepAll();
  expect([await isThere(organizationId, old), await isThere(organizationId, young)]).toEqual([false, true]);
  expect(await database.sql('SELECT FROM file_chunks WHERE file_id = $1', [old])).toEqual([]);
});

test('a file is deleted with the last session that names it', async () => {
  const organizationId = randomUUID();
  const fileId = await store(organizationId);
  const ids: string[] = [];
  for (let stored = 0; stored < 2; stored += 1) {
    const { session, fence } = await runningSession(database.store, { organizationId });
    await database.store.files.name(organizationId, session.id, [fileId]);
    await database.store.execution.end(fence, { kind: 'succeeded', output: null }, []);
    ids.push(session.id);
  }
  for (const [index, id] of ids.entries()) {
    await expire(fileId);
    await sweepAll();
    expect([index, await isThere(organizationId, fileId)]).toEqual([index, true]);
    await database.store.sessions.commands.delete(organizationId, SYSTEM, id);
    while (await database.store.trees.deleteParts());
  }
  await sweepAll();
  expect(await isThere(organizationId, fileId)).toBe(false);
});

test('a use of a file is deleted after a day if its session was never accepted', async () => {
  const organizationId = randomUUID();
  const [lost, used] = [await store(organizationId), await store(organizationId)];
  const session = newSession({ organizationId });
  await database.store.files.name(organizationId, session.id, [used]);
  await database.store.files.name(organizationId, randomUUID(), [lost]);
  await database.store.intake.accept(session);
  await expire(lost);
  await sweepAll();
  expect(await isThere(organizationId, lost)).toBe(true);
  await database.sql(`UPDATE file_uses SET unsure_since = now() - interval '25 hours'`);
  await sweepAll();
  await sweepAll();
  expect([await isThere(organizationId, lost), await isThere(organizationId, used)]).toEqual([false, true]);
});

test('a session that names a file while the sweep examines it retains it or learns that it is deleted', async () => {
  const organizationId = randomUUID();
  const { files } = database.store;
  const named = await store(organizationId);
  const naming = await database.connect();
  await naming.query('BEGIN');
  await naming.query('SELECT FROM files WHERE id = $1 FOR KEY SHARE', [named]);
  await expire(named);
  await sweepAll();
  await naming.query('INSERT INTO file_uses (session_id, file_id, organization_id) VALUES ($1, $2, $3)', [
    randomUUID(),
    named,
    organizationId,
  ]);
  await naming.query('COMMIT');
  await sweepAll();
  expect(await isThere(organizationId, named)).toBe(true);

  const deletedId = await store(organizationId);
  await naming.query('BEGIN');
  await naming.query('SELECT FROM files WHERE id = $1 FOR UPDATE', [deletedId]);
  const late = files.name(organizationId, randomUUID(), [deletedId]);
  await waitFor(async () => (await locksWaitedFor(database)) === 1);
  await naming.query(`UPDATE files SET state = 'DELETING' WHERE id = $1`, [deletedId]);
  await naming.query('COMMIT');
  expect(await late).toEqual([]);
});

test('many sessions that name a file while sweeps run retain it, or learn that it is deleted', async () => {
  const organizationId = randomUUID();
  for (let round = 0; round < 20; round += 1) {
    const fileId = await store(organizationId);
    await expire(fileId);
    const [names] = await Promise.all([nameFourTimes(organizationId, fileId), sweepAll()]);
    await sweepAll();
    const wasNamed = names.some((fileIds) => fileIds.length > 0);
    expect([round, wasNamed]).toEqual([round, await isThere(organizationId, fileId)]);
  }
});

test('files count for the bytes that an organization may store, while they are written and afterwards', async () => {
  const organizationId = randomUUID();
  const management = database.store.management.organization(organizationId);
  await management.putQuotas(SYSTEM, { maxStoredBytes: 10_000 });
  await store(organizationId, [randomBytes(6_000)]);
  await expect(store(organizationId, [randomBytes(2_000), randomBytes(2_000)])).rejects.toThrow(NoRoomForFile);
  await database.store.retention.countStoredBytes(() => false);
  expect(await management.readStoredBytes()).toBeGreaterThan(8_000);
  await expect(store(organizationId, [randomBytes(4_000)])).rejects.toThrow(NoRoomForFile);
});

test('an organization has no more files than it may, whatever others have', async () => {
  const organizationId = randomUUID();
  const first = await store(organizationId, undefined, 2);
  await store(organizationId, undefined, 2);
  await store(randomUUID(), undefined, 2);
  await expect(store(organizationId, undefined, 2)).rejects.toThrow(TooManyFiles);
  await expire(first);
  await sweepAll();
  await store(organizationId, undefined, 2);
});

test('an object outside is deleted before its row, and again after a failure', async () => {
  const { files } = database.store;
  const organizationId = randomUUID();
  const draft = await files.begin({
    ...{ organizationId, name: 'b', contentType: 'text/plain', announcedBytes: 0, maxFiles: 10 },
    objectKeyOf: (id) => `files/${id}`,
  });
  await files.noteUpload(draft, 'upload-1');
  await files.abandon(draft);
  const { failures } = await files.sweep(nothingOutside);
  expect(failures).toHaveLength(1);
  expect(await database.sql('SELECT FROM files WHERE id = $1', [draft.fileId])).toHaveLength(1);
  await expire(draft.fileId);
  const requests: unknown[] = [];
  await files.sweep((object) => Promise.resolve(void requests.push(object)));
  expect(requests).toEqual([{ objectKey: `files/${draft.fileId}`, uploadId: 'upload-1' }]);
  expect(await database.sql('SELECT FROM files WHERE id = $1', [draft.fileId])).toEqual([]);
});
