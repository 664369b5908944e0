import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { useTestStore, runningSession } from '../../test/open-test-store.ts';

const database = useTestStore();

const MIB = 1024 * 1024;
const FAILED = { kind: 'failed' as const, error: { code: 'X', message: 'x', componentId: null } };

/** SQL of a text of this many base64 characters, which PostgreSQL cannot compress by much. */
const RANDOM = `(SELECT left(string_agg(encode(sha256((n || random()::text)::bytea), 'base64'), ''), $2::int)
  FROM generate_series(1, $2::int / 44 + 1) n)`;

/** Creates a session that ended 40 days ago, with steps of this many bytes each. */
async function oldSession(organizationId: string, steps: number, bytes: number): Promise<string> {
  const id = uuidv7({ msecs: Date.now() - 41 * 86_400_000 });
  const { fence } = await runningSession(database.store, { id, organizationId });
  await database.store.execution.end(fence, FAILED, []);
  await database.sql(`UPDATE sessions SET finished_at = now() - interval '40 days' WHERE id = $1`, [id]);
  await database.sql(
    `WITH v AS MATERIALIZED (SELECT to_jsonb(${RANDOM}) AS output)
    INSERT INTO steps (session_id, run, component_id, iteration, status, output, output_bytes, started_at)
    SELECT $1, 1, $1, i, 'SUCCEEDED', v.output, octet_length(v.output::text), now() + i * interval '1 second'
    FROM generate_series(1, $3::int) i, v`,
    [id, bytes, steps],
  );
  return id;
}

async function countRemaining(ids: readonly string[]) {
  const [row] = await database.sql<{ sessions: number; steps: number; bytes: number }>(
    `SELECT (SELECT count(*) FROM sessions WHERE id = ANY ($1::uuid[]))::int AS sessions, count(*)::int AS steps,
      coalesce(sum(output_bytes), 0)::float8 AS bytes FROM steps WHERE session_id = ANY ($1::uuid[])`,
    [ids],
  );
  return row!;
}

test('retention deletes bounded rows and bytes at a time, and no session before the last one is gone', async () => {
  const organizationId = randomUUID();
  const ids = [
    await oldSession(organizationId, 2_500, 100),
    await oldSession(organizationId, 10, 6 * MIB),
    await oldSession(organizationId, 1, 100),
  ];
  const states = [await countRemaining(ids)];
  const options = { sessionDays: 30, maxSessions: 1 };
  for (let more = true; more; states.push(await countRemaining(ids)))
    ({ more } = await database.store.retention.deleteOld(options));
  const parts = states.slice(1).map((state, index) => ({
    sessions: states[index]!.sessions - state.sessions,
    steps: states[index]!.steps - state.steps,
    bytes: states[index]!.bytes - state.bytes,
  }));
  expect(Math.max(...parts.map(({ steps }) => steps))).toBe(1_000);
  expect(Math.max(...parts.map(({ bytes }) => bytes))).toBeLessThan((16 + 7) * MIB);
  expect(Math.max(...parts.map(({ sessions }) => sessions))).toBe(1);
  expect(states.at(-1)).toEqual({ sessions: 0, steps: 0, bytes: 0 });
  // The sweep deletes the second session only after all steps of the first.
  expect(states.find(({ sessions }) => sessions === 1)?.steps).toBeLessThan(12);
  expect(await database.sql('SELECT FROM deleted_sessions')).toEqual([]);
});

test('a session with many and large steps is exported whole, in pieces of bounded size', async () => {
  const id = await oldSession(randomUUID(), 1_200, 20_000);
  const pieces: string[] = [];
  for await (const piece of database.store.retention.readSessionLine(id)) pieces.push(piece);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(11 * MIB);
  const { steps } = JSON.parse(pieces.join('')) as { steps: { iteration: number; output: string }[] };
  expect(steps.map(({ iteration }) => iteration)).toEqual(Array.from({ length: 1_200 }, (_none, index) => index + 1));
  expect(steps.at(-1)?.output).toHaveLength(20_000);
});

test('a bulk retry changes as many sessions at a time as have bounded values, and each once', async () => {
  const { operations, execution } = database.store;
  const organizationId = randomUUID();
  const ids: string[] = [];
  for (let created = 0; created < 6; created += 1) {
    const { session, fence } = await runningSession(database.store, { organizationId });
    await execution.end(fence, FAILED, []);
    ids.push(session.id);
  }
  await database.sql(
    `UPDATE sessions SET output = to_jsonb(repeat('x', $2::int)), output_bytes = $2 WHERE id = ANY ($1::uuid[])`,
    [ids, 6 * MIB],
  );
  const request = { action: 'retry', filter: {}, fromStart: true, perMinute: null, dryRun: false } as const;
  const { id, matched } = await operations.start(organizationId, request);
  expect(matched).toBe(6);
  const done: (number | undefined)[] = [];
  while (await operations.work()) done.push((await operations.find(organizationId, id))?.done);
  expect(done).toEqual([3, 6]);
  const runs = await database.sql<{ run: number }>('SELECT run FROM sessions WHERE id = ANY ($1::uuid[])', [ids]);
  expect(runs.map(({ run }) => run)).toEqual(ids.map(() => 2));
});
