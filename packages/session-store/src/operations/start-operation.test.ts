import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { useTestStore } from '../../test/open-test-store.ts';

const database = useTestStore();

test('a new operation is stored with the latest 1,000 of its organization', async () => {
  const organizationId = randomUUID();
  await database.sql(
    `INSERT INTO operations (id, organization_id, action, status, matched, finished_at)
      SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1::uuid, 'CANCEL'::operation_action,
        'DONE'::operation_status, 0, now() FROM generate_series(1, 1010) n`,
    [organizationId],
  );
  const request = { action: 'cancel', filter: {}, fromStart: false, perMinute: null, dryRun: false } as const;
  const { id } = await database.store.operations.start(organizationId, request);
  const rows = await database.sql<{ id: string }>('SELECT id FROM operations WHERE organization_id = $1 ORDER BY id', [
    organizationId,
  ]);
  expect(rows).toHaveLength(1_001);
  expect([rows[0]?.id, rows.at(-1)?.id]).toEqual(['00000000-0000-7000-8000-000000000011', id]);
});
