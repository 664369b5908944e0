import type { Sql, Statement } from '../postgres/sql.ts';

/** Model tokens that an organization used in this month (UTC), and its limit; null means no limit. */
export interface ModelTokensRecord {
  used: number;
  limit: number | null;
}

const MONTH = `date_trunc('month', now() AT TIME ZONE 'UTC')::date`;

const READ: Statement = {
  name: 'read_model_tokens',
  text: `SELECT coalesce(u.tokens, 0)::float8 AS used, q.model_tokens_per_month::float8 AS limit
    FROM (SELECT $1::uuid AS id) i LEFT JOIN organization_quotas q ON q.organization_id = i.id
    LEFT JOIN model_token_usage u ON u.organization_id = i.id AND u.month = ${MONTH}`,
};

export async function readModelTokens(sql: Sql, organizationId: string): Promise<ModelTokensRecord> {
  const [row] = await sql.query<ModelTokensRecord>(READ, [organizationId]);
  return row ?? { used: 0, limit: null };
}

const COUNT: Statement = {
  name: 'count_model_tokens',
  text: `INSERT INTO model_token_usage AS u (organization_id, month, tokens) VALUES ($1, ${MONTH}, $2)
    ON CONFLICT (organization_id, month) DO UPDATE SET tokens = u.tokens + excluded.tokens`,
};

/** Adds to the tokens that the organization used in this month. */
export async function countModelTokens(sql: Sql, organizationId: string, tokens: number): Promise<void> {
  await sql.query(COUNT, [organizationId, tokens]);
}
