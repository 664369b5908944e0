import { plainArray } from '../postgres/sql-arrays.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { hookSecretName } from '../rows/sealed-columns.ts';
import { tryOpenSecret, type SecretsKeys } from '../rows/secret-sealing.ts';

export interface ClaimedDelivery {
  id: string;
  hookId: string;
  url: string;
  body: string;
  /** Tries since it was made, or asked for again. */
  tries: number;
  /** When it was made, or asked for again. */
  since: Date;
  /** Those that sign: the hook's secret and, after a rotation, the previous one. Empty: no key decrypts them. */
  secrets: string[];
}

interface ClaimedRow extends Omit<ClaimedDelivery, 'secrets'> {
  organizationId: string;
  sealed: Uint8Array;
  previousSealed: Uint8Array | null;
}

/** A few of each hook, hooks in any order: one that does not answer does not delay others. */
const CLAIM: Statement = {
  name: 'claim_event_deliveries',
  text: `WITH chosen AS MATERIALIZED (
      SELECT d.id FROM (SELECT id FROM event_hooks WHERE disabled_at IS NULL AND id <> ALL ($2::uuid[])
        ORDER BY random()) h
      CROSS JOIN LATERAL (
        SELECT e.id FROM event_deliveries e
        WHERE e.hook_id = h.id AND e.status = 'PENDING' AND e.next_try_at <= clock_timestamp()
        ORDER BY e.next_try_at LIMIT $3::int FOR UPDATE SKIP LOCKED) d
      LIMIT $1::int
    )
    UPDATE event_deliveries d SET next_try_at = clock_timestamp() + $4 * interval '1 millisecond'
    FROM event_hooks h
    WHERE d.id = ANY (ARRAY(SELECT id FROM chosen)) AND h.id = d.hook_id
    RETURNING d.id, d.hook_id AS "hookId", d.organization_id AS "organizationId", h.url, d.body, d.tries,
      d.since, h.sealed,
      CASE WHEN h.previous_until > clock_timestamp() THEN h.previous_sealed END AS "previousSealed"`,
};

export interface ClaimLimits {
  limit: number;
  perHook: number;
  /** Hooks with enough of their deliveries under way. */
  busyHooks: string[];
  /** For this many milliseconds no other executor tries the delivery. */
  forMs: number;
}

/** Takes deliveries that are due. One whose result is not recorded in time is due again. */
export async function claimDeliveries(
  sql: Sql,
  keys: SecretsKeys,
  { limit, perHook, busyHooks, forMs }: ClaimLimits,
): Promise<ClaimedDelivery[]> {
  const rows = await sql.query<ClaimedRow>(CLAIM, [limit, plainArray(busyHooks), perHook, forMs]);
  return rows.map(({ organizationId, sealed, previousSealed, ...delivery }) => {
    const name = hookSecretName(delivery.hookId);
    const secrets = [sealed, previousSealed].flatMap((bytes) => {
      const opened = bytes === null ? null : tryOpenSecret(keys, organizationId, name, bytes);
      return opened === null ? [] : [opened.value];
    });
    return { ...delivery, secrets };
  });
}
