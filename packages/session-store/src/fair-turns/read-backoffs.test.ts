import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { useTestStore } from '../../test/open-test-store.ts';

const database = useTestStore();

test('an organization sees which of its work is left out now, and nothing of others', async () => {
  const [organizationId, otherOrganization] = [randomUUID(), randomUUID()];
  await database.sql(
    `INSERT INTO set_asides (organization_id, work, failures, since, until) VALUES
      ($1, 'retention', 1, now() - interval '1 second', now() + interval '1 minute'),
      ($1, 'events', 7, now() - interval '1 hour', now() + interval '10 minutes'),
      ($1, 'storage', 2, now() - interval '1 hour', now() - interval '1 second'),
      ($2, 'enqueue', 1, now(), now() + interval '1 minute')`,
    [organizationId, otherOrganization],
  );
  const seen = await database.store.backoffsOf(organizationId);
  expect(seen).toMatchObject([
    { work: 'events', failures: 7 },
    { work: 'retention', failures: 1 },
  ]);
  expect(Date.parse(seen[0]!.nextTryAt) - Date.parse(seen[0]!.since)).toBe(70 * 60_000);
  expect(await database.store.backoffsOf(randomUUID())).toEqual([]);
});
