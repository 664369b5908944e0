import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { useTestStore } from '../../test/open-test-store.ts';

const database = useTestStore();

/** Inserts an app, which has the version or was never read. */
async function newApp(version: number | null) {
  const [organizationId, id] = [randomUUID(), randomUUID()];
  await database.sql('INSERT INTO organizations (id, name, slug) VALUES ($1, $2, $2)', [
    organizationId,
    organizationId,
  ]);
  await database.sql(
    `INSERT INTO apps (id, organization_id, name, kind, version, operation_count)
      VALUES ($1, $2, 'shop', 'MCP', $3, 0)`,
    [id, organizationId, version],
  );
  if (version !== null) await database.sql('INSERT INTO app_versions (app_id, number) VALUES ($1, $2)', [id, version]);
  const { readings } = database.store.apps;
  const operationOf = (key: string, content: string) => ({
    ...{ key, title: key, description: '', group: null, effect: 'none', deprecated: false },
    ...{ digest: key, content, schemas: [] },
  });
  async function readAll(contents: readonly (readonly [key: string, content: string])[]): Promise<string | null> {
    // The column is rounded to milliseconds, so that the current time may be stored as a later one.
    await database.sql("UPDATE apps SET read_at = now() - interval '1 ms' WHERE id = $1", [id]);
    const [held] = await readings.claim(1, 60_000);
    const operations = contents.map(([key, content]) => operationOf(key, content));
    return readings.end(held!, { title: 'Shop', baseUrl: null, message: null, operations, schemas: [] });
  }
  return {
    readAll,
    readWith: (key: string, content: string) => readAll([[key, content]]),
    async version(): Promise<number | null> {
      const [row] = await database.sql<{ version: number | null }>('SELECT version FROM apps WHERE id = $1', [id]);
      return row?.version ?? null;
    },
  };
}

test('an app has at most 100 versions', async () => {
  const { readWith } = await newApp(99);
  expect(await readWith('first', '{}')).toBeNull();
  expect(await readWith('second', '{}')).toBe('An app can have at most 100 versions');
});

test('a change that the digests do not cover makes a new version too, and an equal source none', async () => {
  const { readWith, version } = await newApp(null);
  const versions: (number | null)[] = [];
  for (const content of ['{"needsSignIn":false}', '{"needsSignIn":false}', '{"needsSignIn":true,"title":"Straße"}']) {
    expect(await readWith('find', content)).toBeNull();
    versions.push(await version());
  }
  expect(await readWith('find', '{"needsSignIn":true,"title":"Straße"}')).toBeNull();
  expect([...versions, await version()]).toEqual([1, 1, 2, 2]);
});

test('a source that writes the keys of its objects in another order makes no new version', async () => {
  const { readWith, version } = await newApp(null);
  const contents = [
    '{"input":{"properties":{"from":{"type":"string"},"to":{"type":"string"}}},"needsSignIn":false}',
    '{"needsSignIn":false,"input":{"properties":{"to":{"type":"string"},"from":{"type":"string"}}}}',
    '{"needsSignIn":false,"input":{"properties":{"to":{"type":"string"},"from":{"type":"number"}}}}',
  ];
  const versions: (number | null)[] = [];
  for (const content of contents) {
    expect(await readWith('find', content)).toBeNull();
    versions.push(await version());
  }
  expect(versions).toEqual([1, 1, 2]);
});

test('a source that lists its operations in another order makes no new version', async () => {
  const { readAll, version } = await newApp(null);
  const find = ['find', '{"needsSignIn":false}'] as const;
  const changedFind = ['find', '{"needsSignIn":true}'] as const;
  const book = ['book', '{"needsSignIn":true}'] as const;
  const versions: (number | null)[] = [];
  for (const contents of [
    [find, book],
    [book, find],
    [book, changedFind],
  ]) {
    expect(await readAll(contents)).toBeNull();
    versions.push(await version());
  }
  expect(versions).toEqual([1, 1, 2]);
});
