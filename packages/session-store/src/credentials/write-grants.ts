import type { Sql, Statement } from '../postgres/sql.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { grantSecretName } from '../sealing/sealed-columns.ts';
import { sealSecret, type SecretsKeys } from '../sealing/secret-sealing.ts';
import type { GrantFailure, StoredTokens } from './open-credential.ts';

/** The right of one process to request tokens of one credential, for a limited time. */
export interface GrantLease {
  organizationId: string;
  credentialId: string;
  /** A write with an earlier fence changes nothing. */
  fence: string;
}

/** Tokens to store, and when they expire, in seconds from now by PostgreSQL's clock; null means never. */
export interface NewTokens extends StoredTokens {
  times: { usableSeconds: number; dueSeconds: number } | null;
}

/** The condition is checked again when the row is locked, so that only one of several processes gets the lease. */
const LEASE: Statement = {
  name: 'lease_credential_grant',
  text: `INSERT INTO credential_grants AS g (id, organization_id, fence, leased_until)
      SELECT c.id, c.organization_id, 1, clock_timestamp() + $3 * interval '1 millisecond'
      FROM credentials c WHERE c.id = $1 AND c.organization_id = $2 FOR KEY SHARE
    ON CONFLICT (id) DO UPDATE SET fence = g.fence + 1,
      leased_until = clock_timestamp() + $3 * interval '1 millisecond'
      WHERE g.leased_until IS NULL OR g.leased_until <= clock_timestamp()
    RETURNING fence::text AS fence`,
};

/** Returns null if another process holds the lease, or the credential is deleted. */
export async function leaseGrant(
  sql: Sql,
  organizationId: string,
  credentialId: string,
  forMs: number,
): Promise<GrantLease | null> {
  const [row] = await sql.query<{ fence: string }>(LEASE, [credentialId, organizationId, forMs]);
  return row === undefined ? null : { organizationId, credentialId, fence: row.fence };
}

const OF_LEASE = 'id = $1 AND organization_id = $2 AND fence = $3::bigint';
const VALUES = `sealed = $4, refreshable = $5, expires_at = now() + $6 * interval '1 second',
  refresh_at = now() + $7 * interval '1 second', ended_reason = NULL, leased_until = NULL, retry_at = NULL,
  failure = NULL`;

const WRITE: Statement = {
  name: 'write_credential_tokens',
  text: `UPDATE credential_grants SET ${VALUES}, renewed_at = CASE WHEN $8 THEN now() END
    WHERE ${OF_LEASE} RETURNING id`,
};

/**
 * Stores tokens and releases the lease. Returns false if others replaced the tokens or requested some meanwhile.
 * @param isRenewal another server refused the previous token
 */
export async function writeTokens(
  sql: Sql,
  keys: SecretsKeys,
  lease: GrantLease,
  tokens: NewTokens,
  isRenewal: boolean,
): Promise<boolean> {
  const { organizationId, credentialId, fence } = lease;
  const values = [credentialId, organizationId, fence, ...tokenValues(keys, lease, tokens), isRenewal];
  return (await sql.query<{ id: string }>(WRITE, values)).length > 0;
}

const SIGN_IN: Statement = {
  name: 'write_first_credential_tokens',
  text: `INSERT INTO credential_grants AS g (id, organization_id, fence, sealed, refreshable, expires_at, refresh_at)
      SELECT c.id, c.organization_id, $3::bigint, $4, $5, now() + $6 * interval '1 second',
        now() + $7 * interval '1 second'
      FROM credentials c WHERE c.id = $1 AND c.organization_id = $2 FOR KEY SHARE
    ON CONFLICT (id) DO UPDATE SET fence = g.fence + 1, ${VALUES} RETURNING id`,
};

/**
 * Stores the tokens of a new sign-in, even if a process is requesting others. Returns false if the credential is
 * deleted.
 */
export async function writeSignedIn(
  sql: Sql,
  keys: SecretsKeys,
  place: Omit<GrantLease, 'fence'>,
  tokens: NewTokens,
): Promise<boolean> {
  const values = [place.credentialId, place.organizationId, 1, ...tokenValues(keys, place, tokens)];
  return (await sql.query<{ id: string }>(SIGN_IN, values)).length > 0;
}

function tokenValues(
  { secretsKey }: SecretsKeys,
  { organizationId, credentialId }: Omit<GrantLease, 'fence'>,
  { accessToken, refreshToken, signsIn, server, times }: NewTokens,
): unknown[] {
  const stored: StoredTokens = { accessToken, refreshToken, signsIn, ...(server !== undefined && { server }) };
  const content = JSON.stringify(stored);
  const sealed = sealSecret(secretsKey, organizationId, grantSecretName(credentialId.toLowerCase()), content);
  return [sealed, refreshToken !== null, times?.usableSeconds ?? null, times?.dueSeconds ?? null];
}

const FAIL: Statement = {
  name: 'note_credential_grant_failure',
  text: `UPDATE credential_grants SET leased_until = NULL, failure = $4::jsonb,
      retry_at = now() + $5 * interval '1 millisecond' WHERE ${OF_LEASE}`,
};

/** Releases the lease and records the failure. The server is not asked again for a while. */
export async function noteGrantFailure(sql: Sql, lease: GrantLease, failure: GrantFailure): Promise<void> {
  const { code, message, retryAfterMs } = failure;
  const { credentialId, organizationId, fence } = lease;
  await sql.query(FAIL, [credentialId, organizationId, fence, JSON.stringify({ code, message }), retryAfterMs]);
}

const RELEASE: Statement = {
  name: 'release_credential_grant',
  text: `UPDATE credential_grants SET leased_until = NULL WHERE ${OF_LEASE}`,
};

/** Releases a lease that was not needed. */
export async function releaseGrant(sql: Sql, { credentialId, organizationId, fence }: GrantLease): Promise<void> {
  await sql.query(RELEASE, [credentialId, organizationId, fence]);
}

const END: Statement = {
  name: 'end_credential_grant',
  text: `WITH ended AS (
      UPDATE credential_grants SET sealed = NULL, refreshable = false, expires_at = NULL, refresh_at = NULL,
        leased_until = NULL, retry_at = NULL, failure = NULL, ended_reason = $4
      WHERE ${OF_LEASE} RETURNING id
    )
    INSERT INTO audit_log (id, organization_id, actor_type, actor_name, action, target_type, target_id, detail)
    SELECT $5::uuid, $2, 'system', 'executor', 'credential.end-sign-in', 'credential', c.id::text,
      jsonb_build_object('name', c.name, 'type', c.type, 'reason', $4::text)
    FROM ended JOIN credentials c ON c.id = ended.id`,
};

/** Deletes tokens that the server refused permanently. Does nothing if others were stored meanwhile. */
export async function endGrant(
  sql: Sql,
  { credentialId, organizationId, fence }: GrantLease,
  reason: string,
): Promise<void> {
  await sql.query(END, [credentialId, organizationId, fence, reason, timeOrderedId()]);
}
