import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { useTestStore } from '../../test/open-test-store.ts';

const database = useTestStore();

async function makeOrganization(): Promise<string> {
  const id = randomUUID();
  await database.sql('INSERT INTO organizations (id, name, slug) VALUES ($1, $2, $2)', [id, id]);
  return id;
}

/** Creates an app with some operations. `count` pretends that it has more. */
async function makeApp(organizationId: string, name: string, { operations, count = operations }: Sizes) {
  const id = randomUUID();
  await database.sql(
    `INSERT INTO apps (id, organization_id, name, kind, version, operation_count) VALUES ($1, $2, $3, 'MCP', 1, $4)`,
    [id, organizationId, name, count],
  );
  await database.sql('INSERT INTO app_versions (app_id, number) VALUES ($1, 1)', [id]);
  await database.sql(
    `INSERT INTO app_operations (app_id, version, key, position, title, description, effect, deprecated, digest,
        content, schemas)
      SELECT $1, 1, 'op ' || n, n, $2::text || ' ' || n, 'Sends words', 'none', false, 'd', '{}', ARRAY[]::text[]
      FROM generate_series(1, $3::int) n`,
    [id, name, operations],
  );
  return id;
}

interface Sizes {
  operations: number;
  count?: number;
}

const search = (organizationId: string, words: string, limit = 200) =>
  database.store.apps.organization(organizationId).searchOperations({ search: words, limit });

test('a search finds the first ten operations of each app, of this organization alone', async () => {
  const [ownId, otherId] = [await makeOrganization(), await makeOrganization()];
  await makeApp(ownId, 'b', { operations: 12 });
  await makeApp(ownId, 'a', { operations: 1 });
  await makeApp(otherId, 'c', { operations: 1 });
  const { items, notSearched } = await search(ownId, 'WORDS sends');
  expect(items.map(({ title }) => title)).toEqual(['a 1', ...Array.from({ length: 10 }, (_, n) => `b ${n + 1}`)]);
  expect(notSearched).toBe(0);
  expect((await search(ownId, 'words', 3)).items).toHaveLength(3);
  expect(await search(ownId, 'nothing')).toEqual({ items: [], notSearched: 0 });
});

test('beyond 20,000 operations the largest apps are left out and counted', async () => {
  const ownId = await makeOrganization();
  await makeApp(ownId, 'large', { operations: 1, count: 20_000 });
  expect(await search(ownId, 'words')).toMatchObject({ items: [{ title: 'large 1' }], notSearched: 0 });
  await makeApp(ownId, 'small', { operations: 1 });
  expect(await search(ownId, 'words')).toMatchObject({ items: [{ title: 'small 1' }], notSearched: 1 });
  expect(await search(ownId, 'nothing')).toEqual({ items: [], notSearched: 1 });
});
