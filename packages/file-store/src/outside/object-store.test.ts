import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithProgram, startS3Server, type TestS3Server } from '@workflow/test-harness';
import { openObjectStore, type ObjectStore } from './object-store.ts';
import { sweepOrphans } from './sweep-orphans.ts';
import { PART_BYTES } from './write-object.ts';

const DAY_MS = 24 * 3_600_000;

describeWithProgram('python3-swift', 'objects in an S3 store', () => {
  let server: TestS3Server;
  let store: ObjectStore;
  beforeAll(async () => {
    server = await startS3Server();
    store = openObjectStore({ ...server, prefix: 'eu/' });
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });

  async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
    for (let from = 0; from < bytes.length; from += 60_000) yield bytes.subarray(from, from + 60_000);
  }
  const noted = { uploads: [] as string[], parts: [] as number[] };
  const written = {
    onPart: async (part: Buffer) => void noted.parts.push(part.length),
    onUpload: async (uploadId: string) => void noted.uploads.push(uploadId),
  };
  async function readBack(key: string, size: number): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of store.read(key, size)) hash.update(chunk);
    return hash.digest('hex');
  }
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

  test.each([
    ['nothing', 0, []],
    ['less than a part', 100, [100]],
    ['exactly a part', PART_BYTES, [PART_BYTES]],
    ['two parts and a half', PART_BYTES * 2.5, [PART_BYTES, PART_BYTES, PART_BYTES / 2]],
  ])('stores and gives back %s', async (_name, size, parts) => {
    noted.parts = [];
    const bytes = randomBytes(size);
    const key = store.keyOf(randomUUID(), randomUUID());
    await store.write(key, inPieces(bytes), written);
    expect(noted.parts.filter((length) => length > 0)).toEqual(parts);
    expect(await readBack(key, size)).toBe(sha256(bytes));
    await store.delete({ objectKey: key, uploadId: null });
    // Deleting a missing object succeeds.
    await store.delete({ objectKey: key, uploadId: null });
    await expect(readBack(key, size + 1)).rejects.toThrow('404');
  });

  test('an upload that breaks off is noted, and its parts can be deleted', async () => {
    noted.uploads = [];
    const key = store.keyOf(randomUUID(), randomUUID());
    async function* broken(): AsyncGenerator<Buffer> {
      yield randomBytes(PART_BYTES + 1);
      throw new Error('the sender is gone');
    }
    await expect(store.write(key, broken(), written)).rejects.toThrow('the sender is gone');
    const [uploadId = ''] = noted.uploads;
    const uploads = () => server.request('GET', `${server.bucket}?uploads=`);
    expect((await uploads()).text).toContain(key);
    await store.delete({ objectKey: key, uploadId });
    expect((await uploads()).text).not.toContain(key);
  });

  test('a wrong key fails as unavailable, with the message of the store', async () => {
    const stranger = openObjectStore({ ...server, prefix: '', secretAccessKey: 'wrong' });
    const failure = stranger.write('a', inPieces(Buffer.from('x')), written);
    await expect(failure).rejects.toMatchObject({ name: 'FilesUnavailable', retryable: true });
    await expect(failure).rejects.toThrow('SignatureDoesNotMatch');
    await stranger.close();
  });

  test('old objects without a row are deleted, and nothing else', async () => {
    const [lost, known, other] = [store.keyOf('o', randomUUID()), store.keyOf('o', randomUUID()), 'eu/notes.txt'];
    for (const key of [lost, known, other]) await store.write(key, inPieces(Buffer.from('x')), written);
    const findOrphans = async (objects: ReadonlyMap<string, string>) =>
      [...objects.values()].filter((key) => key !== known);
    const young = await sweepOrphans(store, { findOrphans }, '', Date.now());
    expect(young.deleted).toBe(0);
    const old = await sweepOrphans(store, { findOrphans }, '', Date.now() + DAY_MS + 60_000);
    expect(old.deleted).toBe(1);
    expect((await store.list('')).map(({ key }) => key).sort()).toEqual([known, other].sort());
    expect(await sweepOrphans(store, { findOrphans }, old.after, Date.now())).toEqual({ after: '', deleted: 0 });
    for (const key of [known, other]) await store.delete({ objectKey: key, uploadId: null });
  });
});
