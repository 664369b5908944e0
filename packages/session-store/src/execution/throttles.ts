import { plainArray, textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';

/** A call that waits for its turn at a throttle. */
export interface ThrottledCall {
  organizationId: string;
  key: string;
  perSecond: number;
  /** Calls that may begin at the same time after a pause. */
  burst: number;
}

/** If calls of one key name several rates, the lowest one applies for this many seconds after its last use. */
const RATE_SECONDS = 10;

const RATE = `CASE WHEN t.rate_until > now() THEN least(t.per_second, excluded.per_second)
  ELSE excluded.per_second END`;

/** Assigns turns. The calls of a key begin one interval after the other, and a block delays all later calls. */
const TAKE = statement<Record<'organizationIds' | 'keys' | 'perSecond' | 'bursts', SqlArray>>()(
  'take_throttled_turn',
  `WITH input AS MATERIALIZED (
      SELECT * FROM unnest($organizationIds::uuid[], $keys::text[], $perSecond::float8[], $bursts::int[])
        AS i(organization_id, key, per_second, burst)
    ), taken AS (
      INSERT INTO throttle_states AS t (organization_id, key, next_at, per_second, rate_until)
      SELECT organization_id, key, now() + interval '1 second' / per_second, per_second,
        now() + greatest(${RATE_SECONDS}, 2 / per_second) * interval '1 second'
      FROM input
      ON CONFLICT (organization_id, key) DO UPDATE SET
        next_at = greatest(t.next_at, now(), t.blocked_until) + interval '1 second' / (${RATE}),
        per_second = ${RATE},
        rate_until = CASE WHEN t.rate_until > now() AND t.per_second < excluded.per_second THEN t.rate_until
          ELSE excluded.rate_until END
      RETURNING t.organization_id, t.key, t.next_at, t.blocked_until, t.per_second
    )
    SELECT i.organization_id AS "organizationId", i.key, greatest(0, extract(epoch FROM greatest(
        t.next_at - i.burst * interval '1 second' / t.per_second, t.blocked_until) - now()) * 1000)::float8 AS "waitMs"
    FROM input i JOIN taken t ON t.organization_id = i.organization_id AND t.key = i.key`,
  { organizationId: 'uuid', key: 'text', waitMs: 'float8' },
);

/** Assigns turns to calls, which must have different keys. Returns the milliseconds until each call may begin. */
export async function takeThrottledTurns(sql: Sql, calls: ThrottledCall[]): Promise<number[]> {
  const rows = await sql.query(
    ...TAKE.with({
      organizationIds: plainArray(calls.map(({ organizationId }) => organizationId)),
      keys: textArray(calls.map(({ key }) => key)),
      perSecond: plainArray(calls.map(({ perSecond }) => perSecond)),
      bursts: plainArray(calls.map(({ burst }) => burst)),
    }),
  );
  const waits = new Map(rows.map(({ organizationId, key, waitMs }) => [`${organizationId} ${key}`, waitMs]));
  return calls.map(({ organizationId, key }) => waits.get(`${organizationId} ${key}`) ?? 0);
}

const READ_BLOCK = statement<{ organizationId: string; key: string }>()(
  'read_throttle_block',
  `SELECT greatest(0, extract(epoch FROM blocked_until - now()) * 1000)::float8 AS "blockedMs"
    FROM throttle_states WHERE organization_id = $organizationId AND key = $key AND blocked_until > now()`,
  { blockedMs: 'float8' },
);

/** Returns the remaining milliseconds for which the server blocks calls of the key; 0 if it does not. */
export async function readThrottleBlock(sql: Sql, organizationId: string, key: string): Promise<number> {
  const [row] = await sql.query(...READ_BLOCK.with({ organizationId, key }));
  return row?.blockedMs ?? 0;
}

const BLOCK = statement<{ organizationId: string; key: string; forMs: number }>()(
  'block_throttled',
  `UPDATE throttle_states SET blocked_until = greatest(blocked_until, now() + $forMs * interval '1 millisecond')
    WHERE organization_id = $organizationId AND key = $key`,
  {},
);

/** Blocks calls of the key for this time, on all executors. */
export async function blockThrottled(sql: Sql, organizationId: string, key: string, forMs: number): Promise<void> {
  await sql.query(...BLOCK.with({ organizationId, key, forMs }));
}

/** The rate at which a host may be called. */
export interface HostThrottle {
  host: string;
  perSecond: number;
  burst: number;
}

const READ_HOSTS = statement<{ organizationId: string }>()(
  'read_host_throttles',
  `SELECT host, per_second AS "perSecond", burst FROM organization_throttles WHERE organization_id = $organizationId`,
  { host: 'text', perSecond: 'float8', burst: 'int4' },
);

export function readHostThrottles(sql: Sql, organizationId: string): Promise<HostThrottle[]> {
  return sql.query(...READ_HOSTS.with({ organizationId }));
}
