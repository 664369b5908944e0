import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { useTestStore } from '../../test/open-test-store.ts';

const database = useTestStore();

test('an app has at most 100 versions', async () => {
  const [organizationId, id] = [randomUUID(), randomUUID()];
  await database.sql('INSERT INTO organizations (id, name, slug) VALUES ($1, $2, $2)', [
    organizationId,
    organizationId,
  ]);
  await database.sql(
    `INSERT INTO apps (id, organization_id, name, kind, version, operation_count)
      VALUES ($1, $2, 'shop', 'MCP', 99, 0)`,
    [id, organizationId],
  );
  await database.sql('INSERT INTO app_versions (app_id, number) VALUES ($1, 99)', [id]);
  const { readings } = database.store.apps;
  const readWith = async (key: string): Promise<string | null> => {
    await database.sql('UPDATE apps SET read_at = now() WHERE id = $1', [id]);
    const [held] = await readings.claim(1, 60_000);
    const operation = {
      ...{ key, title: key, description: '', group: null, effect: 'none', deprecated: false },
      ...{ digest: key, content: '{}', schemas: [] },
    };
    return readings.end(held!, { title: 'Shop', baseUrl: null, message: null, operations: [operation], schemas: [] });
  };
  expect(await readWith('first')).toBeNull();
  expect(await readWith('second')).toBe('An app can have at most 100 versions');
});
