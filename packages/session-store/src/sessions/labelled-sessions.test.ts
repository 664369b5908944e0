import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openTestStore, type TestStore } from '../../test/open-test-store.ts';
import { filterParameters } from './session-filter.ts';
import { PAGES } from './session-pages.ts';

const COUNT = 30_000;
const organizationId = randomUUID();
const workflowId = randomUUID();
let database: TestStore;

/**
 * Creates sessions `order-<n>` of one second each, and half as many without a label or of another organization. One
 * session in 200, the oldest ones, has a label `rare-<n>`.
 */
beforeAll(async () => {
  database = await openTestStore();
  await database.sql(
    `INSERT INTO sessions (id, organization_id, workflow_id, definition_id, component_id, trigger, mode, status,
        placeholder_values, label, enqueued_at)
      SELECT (lpad(to_hex(1700000000000 + n::bigint * 1000), 12, '0') || '70008000'
          || lpad(to_hex(n), 12, '0'))::uuid,
        CASE WHEN n % 4 = 0 THEN $2 ELSE $1 END::uuid, $3::uuid, $3::uuid, $3::uuid, 'API', 'PROD', 'SUCCEEDED', '{}',
        CASE WHEN n % 4 = 1 THEN NULL WHEN n < $4::int / 200 THEN 'rare-' ELSE 'order-' END || n, now()
      FROM generate_series(1, $4::int) n`,
    [organizationId, randomUUID(), workflowId, COUNT],
  );
  await database.sql('VACUUM ANALYZE sessions');
}, 3_600_000);
afterAll(() => database.close());

const list = (label: string, more: { cursor?: string; limit?: number } = {}) =>
  database.store.sessions.queries.list(organizationId, { label }, { limit: 5, ...more });

/** Returns the labels of the organization, newest first. */
function expected(prefix: string): string[] {
  const labels: string[] = [];
  for (let n = COUNT; n > 0; n -= 1) {
    const label = `${n < Math.floor(COUNT / 200) ? 'rare-' : 'order-'}${n}`;
    if (n % 4 > 1 && label.startsWith(prefix)) labels.push(label);
    if (labels.length > 20) break;
  }
  return labels;
}

test.each(['order-', `order-${String(COUNT).slice(0, 2)}`, 'order-12345', 'rare-', 'rare-11', 'none', 'ORDER-', '%'])(
  'finds the newest whose label begins with %s',
  async (prefix) => {
    const { items, nextCursor } = await list(prefix);
    const all = expected(prefix);
    expect(items.map(({ label }) => label)).toEqual(all.slice(0, 5));
    if (all.length <= 5) return;
    const next = await list(prefix, { cursor: nextCursor ?? '' });
    expect(next.items.map(({ label }) => label)).toEqual(all.slice(5, 10));
  },
);

test('ends after the last one', async () => {
  const { items, nextCursor } = await list('rare-', { limit: 200 });
  expect([items.length <= 200, items.length < 200 ? nextCursor : null]).toEqual([true, null]);
});

test('finds them with other filters too', async () => {
  const { queries } = database.store.sessions;
  const page = await queries.list(organizationId, { label: 'order-', workflowId, status: 'SUCCEEDED' }, { limit: 3 });
  expect(page.items.map(({ label }) => label)).toEqual(expected('order-').slice(0, 3));
  expect((await queries.list(organizationId, { label: 'order-', status: 'FAILED' }, { limit: 3 })).items).toEqual([]);
  expect((await queries.list(organizationId, { label: 'order-', status: 'RUNNING' }, { limit: 3 })).items).toEqual([]);
  expect((await queries.list(randomUUID(), { label: 'order-' }, { limit: 3 })).items).toEqual([]);
});

test('reads by the indexes of labels alone', async () => {
  const client = await database.connect();
  // These are the settings of the store's connections.
  await client.query('SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off');
  for (const prefix of ['order-', 'rare-1', 'order-99']) {
    const [{ text }, values] = PAGES.label.with({
      ...filterParameters(organizationId, { label: prefix }),
      limit: 50,
      maxBytes: 8_000_000,
    });
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(prefix === 'order-' ? 'sessions_label' : 'sessions_label_idx');
    expect(plan).not.toContain('Seq Scan on sessions');
  }
});
