import type { Database, Statement } from '../database.ts';
import { plainArray } from '../sql-arrays.ts';

const TOUCH: Statement = {
  name: 'touch_credentials',
  text: `WITH keys AS (UPDATE api_keys SET last_used_at = now() WHERE id = ANY ($1::uuid[]))
    UPDATE webhook_tokens SET last_used_at = now() WHERE id = ANY ($2::uuid[])`,
};

/** Sets the last-used time of keys and tokens. */
export async function touchCredentials(database: Database, apiKeyIds: string[], webhookTokenIds: string[]): Promise<void> {
  await database.query(TOUCH, [plainArray(apiKeyIds), plainArray(webhookTokenIds)]);
}
