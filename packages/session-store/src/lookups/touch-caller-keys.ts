import { plainArray } from '../postgres/sql-arrays.ts';
import type { Sql, Statement } from '../postgres/sql.ts';

const TOUCH: Statement = {
  name: 'touch_caller_keys',
  text: `WITH keys AS (UPDATE api_keys SET last_used_at = now() WHERE id = ANY ($1::uuid[])),
      connections AS (UPDATE oauth_connections SET last_used_at = now() WHERE id = ANY ($3::uuid[]))
    UPDATE webhook_tokens SET last_used_at = now() WHERE id = ANY ($2::uuid[])`,
};

/** The keys, tokens and connections that callers used. */
export interface UsedCallerKeys {
  apiKeyIds: readonly string[];
  webhookTokenIds: readonly string[];
  /** Connections of applications that sign in by OAuth. */
  connectionIds: readonly string[];
}

/** Sets the last-used time of keys, tokens and connected applications. */
export async function touchCallerKeys(sql: Sql, used: UsedCallerKeys): Promise<void> {
  const { apiKeyIds, webhookTokenIds, connectionIds } = used;
  await sql.query(TOUCH, [
    plainArray([...apiKeyIds]),
    plainArray([...webhookTokenIds]),
    plainArray([...connectionIds]),
  ]);
}
