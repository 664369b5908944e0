import type { Sql, Statement } from '../postgres/sql.ts';

const KEEP: Statement = {
  name: 'keep_response',
  text: `UPDATE idempotency_keys SET response = $3 WHERE organization_id = $1 AND key = $2 AND response IS NULL
    RETURNING true AS kept`,
};

/** Keeps the first 200's bytes of a request that waited for its session. false: another answer was kept before. */
export async function keepResponse(sql: Sql, organizationId: string, key: string, response: string): Promise<boolean> {
  const rows = await sql.query(KEEP, [organizationId, key, response]);
  return rows.length > 0;
}
