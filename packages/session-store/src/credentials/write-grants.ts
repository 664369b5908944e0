import type { JsonObject } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { auditParameters, writeAuditIf, type Audit, type AuditParameters } from '../organization/audit-entry.ts';
import { grantSecretName } from '../sealing/sealed-columns.ts';
import { sealSecret, type SecretsKeys } from '../sealing/secret-sealing.ts';
import type { GrantFailure, SealedRows, StoredTokens } from './open-credential.ts';

/** The exclusive right of a process to request tokens of one credential, for a limited time. */
export interface GrantLease {
  organizationId: string;
  credentialId: string;
  /** The fencing token. A write with an earlier one changes nothing. */
  fence: string;
}

/** Tokens to store, and when they expire, in seconds from now by PostgreSQL's clock; null if they never expire. */
interface NewTokens extends StoredTokens {
  times: { usableSeconds: number; dueSeconds: number } | null;
}

/**
 * The update checks the condition again when the row is locked, so that only one of several processes gets the lease.
 */
const LEASE = statement<Omit<GrantLease, 'fence'> & { forMs: number }>()(
  'lease_credential_grant',
  `INSERT INTO credential_grants AS g (id, organization_id, fence, leased_until)
      SELECT c.id, c.organization_id, 1, clock_timestamp() + $forMs * interval '1 millisecond'
      FROM credentials c WHERE c.id = $credentialId AND c.organization_id = $organizationId FOR KEY SHARE
    ON CONFLICT (id) DO UPDATE SET fence = g.fence + 1,
      leased_until = clock_timestamp() + $forMs * interval '1 millisecond'
      WHERE g.leased_until IS NULL OR g.leased_until <= clock_timestamp()
    RETURNING fence::text AS fence`,
  { fence: 'text' },
);

/** Returns null if another process holds the lease, or the credential is deleted. */
export async function leaseGrant(
  sql: Sql,
  organizationId: string,
  credentialId: string,
  forMs: number,
): Promise<GrantLease | null> {
  const [row] = await sql.query(...LEASE.with({ credentialId, organizationId, forMs }));
  return row === undefined ? null : { organizationId, credentialId, fence: row.fence };
}

const OF_LEASE = 'id = $credentialId AND organization_id = $organizationId AND fence = $fence::bigint';
const VALUES = `sealed = $sealed, refreshable = $refreshable,
  expires_at = now() + $usableSeconds * interval '1 second', refresh_at = now() + $dueSeconds * interval '1 second',
  ended_reason = NULL, leased_until = NULL, retry_at = NULL,
  failure = NULL`;

const WRITE = statement<GrantLease & TokenParameters & { isRenewal: boolean }>()(
  'write_credential_tokens',
  `UPDATE credential_grants SET ${VALUES}, renewed_at = CASE WHEN $isRenewal THEN now() END
    WHERE ${OF_LEASE} RETURNING id`,
  { id: 'uuid' },
);

/**
 * Stores tokens and releases the lease. Returns false if another process replaced or requested tokens.
 * @param isRenewal another server refused the previous token
 */
export async function writeTokens(
  { sql, keys }: SealedRows,
  lease: GrantLease,
  tokens: NewTokens,
  isRenewal: boolean,
): Promise<boolean> {
  const written = await sql.query(...WRITE.with({ ...lease, ...tokenParameters(keys, lease, tokens), isRenewal }));
  return written.length > 0;
}

const SIGN_IN = statement<Omit<GrantLease, 'fence'> & { fields: string } & TokenParameters & AuditParameters>()(
  'write_first_credential_tokens',
  `WITH stored AS (
      INSERT INTO credential_grants AS g (id, organization_id, fence, sealed, refreshable, expires_at, refresh_at)
      SELECT c.id, c.organization_id, 1, $sealed, $refreshable, now() + $usableSeconds * interval '1 second',
        now() + $dueSeconds * interval '1 second'
      FROM credentials c WHERE c.id = $credentialId AND c.organization_id = $organizationId
        AND c.fields = $fields::jsonb FOR KEY SHARE
      ON CONFLICT (id) DO UPDATE SET fence = g.fence + 1, ${VALUES} RETURNING id
    ), audited AS (${writeAuditIf('stored')})
    SELECT id FROM stored`,
  { id: 'uuid' },
);

/**
 * Stores the tokens of a new sign-in with its audit entry, even if a process is requesting tokens. Returns false if the
 * credential was changed or deleted.
 * @param place the credential, and the fields that it had when the sign-in began
 */
export async function writeSignedIn(
  { sql, keys }: SealedRows,
  place: Omit<GrantLease, 'fence'> & { fields: JsonObject },
  tokens: NewTokens,
  audit: Audit,
): Promise<boolean> {
  const audited = auditParameters(place.organizationId, audit);
  const fields = JSON.stringify(place.fields);
  const parameters = { ...place, fields, ...tokenParameters(keys, place, tokens), ...audited };
  const stored = await sql.query(...SIGN_IN.with(parameters));
  return stored.length > 0;
}

interface TokenParameters {
  sealed: Uint8Array;
  refreshable: boolean;
  usableSeconds: number | null;
  dueSeconds: number | null;
}

function tokenParameters(
  { secretsKey }: SecretsKeys,
  { organizationId, credentialId }: Omit<GrantLease, 'fence'>,
  { accessToken, refreshToken, signsIn, server, times }: NewTokens,
): TokenParameters {
  const stored: StoredTokens = { accessToken, refreshToken, signsIn, ...(server !== undefined && { server }) };
  const content = JSON.stringify(stored);
  const sealed = sealSecret(secretsKey, organizationId, grantSecretName(credentialId.toLowerCase()), content);
  return {
    sealed,
    refreshable: refreshToken !== null,
    usableSeconds: times?.usableSeconds ?? null,
    dueSeconds: times?.dueSeconds ?? null,
  };
}

const FAIL = statement<GrantLease & { failure: string; retryAfterMs: number }>()(
  'note_credential_grant_failure',
  `UPDATE credential_grants SET leased_until = NULL, failure = $failure::jsonb,
      retry_at = now() + $retryAfterMs * interval '1 millisecond' WHERE ${OF_LEASE}`,
  {},
);

/** Releases the lease and records the failure. The server is asked again only after a delay. */
export async function noteGrantFailure(sql: Sql, lease: GrantLease, failure: GrantFailure): Promise<void> {
  const { code, message, retryAfterMs } = failure;
  await sql.query(...FAIL.with({ ...lease, failure: JSON.stringify({ code, message }), retryAfterMs }));
}

const RELEASE = statement<GrantLease>()(
  'release_credential_grant',
  `UPDATE credential_grants SET leased_until = NULL WHERE ${OF_LEASE}`,
  {},
);

/** Releases a lease that was not needed. */
export async function releaseGrant(sql: Sql, lease: GrantLease): Promise<void> {
  await sql.query(...RELEASE.with(lease));
}

const END = statement<GrantLease & { reason: string; entryId: string }>()(
  'end_credential_grant',
  `WITH ended AS (
      UPDATE credential_grants SET sealed = NULL, refreshable = false, expires_at = NULL, refresh_at = NULL,
        leased_until = NULL, retry_at = NULL, failure = NULL, ended_reason = $reason
      WHERE ${OF_LEASE} RETURNING id
    )
    INSERT INTO audit_log (id, organization_id, actor_type, actor_name, action, target_type, target_id, detail)
    SELECT $entryId::uuid, $organizationId, 'system', 'executor', 'credential.end-sign-in', 'credential', c.id::text,
      jsonb_build_object('name', c.name, 'type', c.type, 'reason', $reason::text)
    FROM ended JOIN credentials c ON c.id = ended.id`,
  {},
);

/** Deletes tokens that the server refused permanently, unless other tokens were stored in the meantime. */
export async function endGrant(sql: Sql, lease: GrantLease, reason: string): Promise<void> {
  await sql.query(...END.with({ ...lease, reason, entryId: timeOrderedId() }));
}
