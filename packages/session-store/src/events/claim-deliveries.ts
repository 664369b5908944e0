import { statement } from '../postgres/named-statement.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql } from '../postgres/sql.ts';
import { hookSecretName } from '../sealing/sealed-columns.ts';
import { tryOpenSecret, type SecretsKeys } from '../sealing/secret-sealing.ts';
import { scoped, type Scope } from '../postgres/scoped.ts';

/** A delivery that is due. Its body is read when it is sent. */
export interface ClaimedDelivery {
  id: string;
  organizationId: string;
  hookId: string;
  url: string;
  bodyBytes: number;
  /** Attempts since it was created, or requested again. */
  tries: number;
  /** When it was created, or requested again. */
  since: Date;
  /** PostgreSQL's time when it was claimed. */
  claimedAt: Date;
  /** The signing secrets: the hook's secret and, after a rotation, the previous one. Empty if no key decrypts them. */
  secrets: string[];
}

/** Bodies up to this size do not count for the limits, so that large bodies do not delay them. */
const SMALL_BYTES = 64 * 1024;

/**
 * Returns SQL that finds due deliveries, a few of each hook, organizations in turn. An organization with unreachable
 * servers or large events thus delays no other.
 */
function claim(scope: string): string {
  return `WITH busy AS (
      SELECT * FROM unnest($busyOrganizations::uuid[], $busyCounts::int[], $busyBytes::bigint[])
        AS b(organization_id, count, bytes)
    ), due AS MATERIALIZED (
      SELECT d.id, h.organization_id, d.body_bytes, coalesce(b.count, 0) AS busy, coalesce(b.bytes, 0) AS busy_bytes,
        CASE WHEN d.body_bytes > ${SMALL_BYTES} THEN d.body_bytes ELSE 0 END::bigint AS counted,
        coalesce(b.count, 0) + row_number() OVER own AS turn
      FROM event_hooks h
      LEFT JOIN busy b ON b.organization_id = h.organization_id
      CROSS JOIN LATERAL (
        SELECT e.id, e.body_bytes, e.next_try_at FROM event_deliveries e
        WHERE e.hook_id = h.id AND e.status = 'PENDING' AND e.next_try_at <= clock_timestamp()
        ORDER BY e.next_try_at LIMIT $perHook::int) d
      WHERE h.disabled_at IS NULL AND h.id <> ALL ($busyHooks::uuid[])
        AND coalesce(b.count, 0) < $perOrganization::int${scope}
      WINDOW own AS (PARTITION BY h.organization_id ORDER BY d.next_try_at, d.id)
    ), summed AS (
      SELECT *, sum(counted) OVER (PARTITION BY organization_id ORDER BY turn) AS own_bytes FROM due
      WHERE turn <= $perOrganization::int
    ), allowed AS (
      SELECT *, sum(counted) OVER (ORDER BY turn, id) AS all_bytes FROM summed
      WHERE counted = 0 OR busy_bytes + own_bytes <= $maxBytesPerOrganization::bigint OR turn = 1
    ), chosen AS MATERIALIZED (
      SELECT id FROM allowed
      WHERE counted = 0 OR $bytesUnderWay::bigint + all_bytes <= $maxBytes::bigint OR ($bytesUnderWay::bigint = 0
        AND all_bytes = counted)
      ORDER BY turn, id LIMIT $limit::int
    ), locked AS MATERIALIZED (
      SELECT id FROM event_deliveries WHERE id = ANY (ARRAY(SELECT id FROM chosen)) AND status = 'PENDING'
        AND next_try_at <= clock_timestamp() FOR UPDATE SKIP LOCKED
    )
    UPDATE event_deliveries d SET next_try_at = clock_timestamp() + $forMs * interval '1 millisecond'
    FROM event_hooks h
    WHERE d.id = ANY (ARRAY(SELECT id FROM locked)) AND h.id = d.hook_id
    RETURNING d.id, d.hook_id AS "hookId", d.organization_id AS "organizationId", h.url, d.tries,
      d.body_bytes AS "bodyBytes", d.since, clock_timestamp() AS "claimedAt", h.sealed,
      CASE WHEN h.previous_until > clock_timestamp() THEN h.previous_sealed END AS "previousSealed"`;
}

type ClaimParameters = Omit<ClaimLimits, 'busyOrganizations' | 'busyHooks'> &
  Record<'busyOrganizations' | 'busyCounts' | 'busyBytes' | 'busyHooks', SqlArray> & { bytesUnderWay: number };

const CLAIM = scoped<ClaimParameters>()('claim_event_deliveries', (isServed) => claim(isServed('h.organization_id')), {
  id: 'uuid',
  hookId: 'uuid',
  organizationId: 'uuid',
  url: 'text',
  tries: 'int4',
  bodyBytes: 'int4',
  since: 'timestamptz',
  claimedAt: 'timestamptz',
  sealed: 'bytea',
  previousSealed: 'bytea?',
});

/** Finds the organizations that may have deliveries. */
export const ORGANIZATIONS_WITH_HOOKS = statement()(
  'find_organizations_with_hooks',
  'SELECT DISTINCT organization_id AS id FROM event_hooks WHERE disabled_at IS NULL',
  { id: 'uuid' },
);

const READ_BODY = statement<{ id: string; organizationId: string }>()(
  'read_event_body',
  `SELECT coalesce(b.body, d.body) AS body FROM event_deliveries d LEFT JOIN event_bodies b ON b.id = d.body_id
    WHERE d.id = $id AND d.organization_id = $organizationId
      AND EXISTS (SELECT FROM event_hooks h WHERE h.id = d.hook_id)`,
  { body: 'text' },
);

/** The deliveries of an organization that this process is sending. */
export interface BusyOrganization {
  organizationId: string;
  count: number;
  /** Bytes of large bodies. */
  bytes: number;
}

export interface ClaimLimits {
  limit: number;
  perHook: number;
  perOrganization: number;
  /**
   * Bytes of large bodies that may be sent at the same time: of one organization, and of all. A larger body is sent
   * when no other one is.
   */
  maxBytesPerOrganization: number;
  maxBytes: number;
  busyOrganizations: BusyOrganization[];
  /** Hooks that have their maximum of deliveries in flight. */
  busyHooks: string[];
  /** Milliseconds for which no other executor attempts the delivery. */
  forMs: number;
}

/** Returns the bytes of a body that count towards the limits. */
export function countedBytes({ bodyBytes }: Pick<ClaimedDelivery, 'bodyBytes'>): number {
  return bodyBytes > SMALL_BYTES ? bodyBytes : 0;
}

/** Claims due deliveries. A delivery is due again if its result is not recorded within `forMs`. */
export async function claimDeliveries(
  query: Query,
  keys: SecretsKeys,
  { busyOrganizations: busy, busyHooks, ...limits }: ClaimLimits,
  scope: Scope,
): Promise<ClaimedDelivery[]> {
  const rows = await query(
    ...CLAIM.with(scope, {
      ...limits,
      busyOrganizations: plainArray(busy.map(({ organizationId }) => organizationId)),
      busyCounts: plainArray(busy.map(({ count }) => count)),
      busyBytes: plainArray(busy.map(({ bytes }) => bytes)),
      busyHooks: plainArray(busyHooks),
      bytesUnderWay: busy.reduce((sum, { bytes }) => sum + bytes, 0),
    }),
  );
  return rows.map(({ sealed, previousSealed, ...delivery }) => {
    const name = hookSecretName(delivery.hookId);
    const secrets = [sealed, previousSealed].flatMap((bytes) => {
      const opened = bytes === null ? null : tryOpenSecret(keys, delivery.organizationId, name, bytes);
      return opened === null ? [] : [opened.value];
    });
    return { ...delivery, secrets };
  });
}

/** Returns the body of a delivery, or null if its hook was deleted. */
export async function readEventBody(
  sql: Sql,
  { id, organizationId }: Pick<ClaimedDelivery, 'id' | 'organizationId'>,
): Promise<string | null> {
  const [row] = await sql.query(...READ_BODY.with({ id, organizationId }));
  return row?.body ?? null;
}
