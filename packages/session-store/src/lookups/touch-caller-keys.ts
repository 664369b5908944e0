import { plainArray } from '../postgres/sql-arrays.ts';
import type { Sql, Statement } from '../postgres/sql.ts';

const TOUCH: Statement = {
  name: 'touch_caller_keys',
  text: `WITH keys AS (UPDATE api_keys SET last_used_at = now() WHERE id = ANY ($1::uuid[]))
    UPDATE webhook_tokens SET last_used_at = now() WHERE id = ANY ($2::uuid[])`,
};

/** Sets the last-used time of keys and tokens. */
export async function touchCallerKeys(sql: Sql, apiKeyIds: string[], webhookTokenIds: string[]): Promise<void> {
  await sql.query(TOUCH, [plainArray(apiKeyIds), plainArray(webhookTokenIds)]);
}
