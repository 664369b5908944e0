import type { JsonObject, StepFailure } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { credentialSecretName, grantSecretName } from '../sealing/sealed-columns.ts';
import { openSecret, type SecretsKeys } from '../sealing/secret-sealing.ts';

/** PostgreSQL, and the keys of the values that are sealed there. */
export interface SealedRows {
  sql: Sql;
  keys: SecretsKeys;
}

/** A credential with its secrets. */
export interface OpenedCredential {
  name: string;
  type: string;
  /** All fields, secret or not. */
  fields: JsonObject;
  secrets: Record<string, string>;
  /** null if nothing was ever granted to it. */
  grant: OpenedGrant | null;
}

/** The stored tokens of an authorization server. */
export interface StoredTokens {
  accessToken: string;
  /** null if there is none. */
  refreshToken: string | null;
  /** How the client signed in at the server. */
  signsIn: 'header' | 'body' | 'none';
  /** The authorization server and the client, if they were discovered when somebody signed in. */
  server?: GrantedServer;
}

/** A discovered authorization server that issued tokens, and the client that they were issued to. */
export interface GrantedServer {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scopes: readonly string[];
  clientAuthentication: 'auto' | 'basic' | 'body' | 'none';
  discovered?: { issuer: string; namesIssuer: boolean; resource: string };
}

/** The tokens of a credential and their state, by PostgreSQL's clock. */
export interface OpenedGrant {
  /** Null if there are none. */
  tokens: StoredTokens | null;
  /** True if the access token has not expired. */
  isLive: boolean;
  /** True if a new access token should be requested. */
  isDue: boolean;
  /** True if a process is requesting one at this time. */
  isLeased: boolean;
  /** Why a person must sign in again. */
  endedReason: string | null;
  /** Why the last request failed; null if the server may be asked again. */
  failure: GrantFailure | null;
  /** Seconds since a token was requested because a server refused the previous one; null if that never happened. */
  renewedSecondsAgo: number | null;
}

export interface GrantFailure {
  code: StepFailure['code'];
  message: string;
  /** Milliseconds until the server may be asked again. */
  retryAfterMs: number;
}

interface Row extends Omit<OpenedCredential, 'secrets' | 'grant'>, Omit<OpenedGrant, 'tokens' | 'failure'> {
  sealed: Uint8Array;
  /** Null if it was never used. */
  isUseKnown: boolean | null;
  hasGrant: boolean;
  tokens: Uint8Array | null;
  failure: Omit<GrantFailure, 'retryAfterMs'> | null;
  retryAfterMs: number | null;
}

/** Several uses within this time are recorded once, so that a busy credential does not cost a write for each step. */
const USE_SECONDS = 60;

const READ = statement<{ id: string; organizationId: string }, Row>()(
  'open_credential',
  `SELECT c.name, c.type, c.fields, c.sealed,
      c.last_used_at > now() - interval '${USE_SECONDS} seconds' AS "isUseKnown",
      g.id IS NOT NULL AS "hasGrant", g.sealed AS tokens, g.ended_reason AS "endedReason", g.failure,
      coalesce(g.expires_at > now(), true) AS "isLive", coalesce(g.refresh_at <= now(), false) AS "isDue",
      coalesce(g.leased_until > now(), false) AS "isLeased",
      extract(epoch FROM g.retry_at - now())::float8 * 1000 AS "retryAfterMs",
      extract(epoch FROM now() - g.renewed_at)::float8 AS "renewedSecondsAgo"
    FROM credentials c LEFT JOIN credential_grants g ON g.id = c.id
    WHERE c.id = $id AND c.organization_id = $organizationId`,
  {
    name: 'text',
    type: 'text',
    fields: 'jsonb',
    sealed: 'bytea',
    isUseKnown: 'bool?',
    hasGrant: 'bool',
    tokens: 'bytea?',
    endedReason: 'text?',
    failure: 'jsonb?',
    isLive: 'bool',
    isDue: 'bool',
    isLeased: 'bool',
    retryAfterMs: 'float8?',
    renewedSecondsAgo: 'float8?',
  },
);

/** The update checks the condition again, so that only one of several executors writes. */
const TOUCH: Statement = {
  name: 'touch_credential',
  text: `UPDATE credentials SET last_used_at = now() WHERE id = $1 AND organization_id = $2
    AND (last_used_at IS NULL OR last_used_at <= now() - interval '${USE_SECONDS} seconds')`,
};

/**
 * Opens a credential for a step that uses it, or for a test, which does not count as a use. Returns null if the
 * organization has no credential with that id.
 * @throws Error if no key decrypts it
 */
export async function openCredential(
  { sql, keys }: SealedRows,
  organizationId: string,
  id: string,
  { isUse }: { isUse: boolean },
): Promise<OpenedCredential | null> {
  const [row] = await sql.query(...READ.with({ id, organizationId }));
  if (row === undefined) return null;
  if (isUse && row.isUseKnown !== true) await sql.query(TOUCH, [id, organizationId]);
  const { name, type, fields, sealed } = row;
  const opened = openSecret(keys, organizationId, credentialSecretName(id.toLowerCase()), sealed);
  const secrets = JSON.parse(opened) as Record<string, string>;
  const grant = row.hasGrant ? openGrant(keys, organizationId, id, row) : null;
  return { name, type, fields: { ...fields, ...secrets }, secrets, grant };
}

function openGrant(keys: SecretsKeys, organizationId: string, id: string, row: Row): OpenedGrant {
  const { isLive, isDue, isLeased, endedReason, renewedSecondsAgo, failure, retryAfterMs } = row;
  const open = (tokens: Uint8Array) => openSecret(keys, organizationId, grantSecretName(id.toLowerCase()), tokens);
  return {
    ...{ isLive, isDue, isLeased, endedReason, renewedSecondsAgo },
    tokens: row.tokens === null ? null : (JSON.parse(open(row.tokens)) as StoredTokens),
    failure: failure !== null && retryAfterMs !== null && retryAfterMs > 0 ? { ...failure, retryAfterMs } : null,
  };
}
