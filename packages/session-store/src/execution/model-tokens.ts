import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';

/** Model tokens that an organization used in this month (UTC), and its limit; null means no limit. */
interface ModelTokensRecord {
  used: number;
  limit: number | null;
}

const MONTH = `date_trunc('month', now() AT TIME ZONE 'UTC')::date`;

const READ = statement<{ organizationId: string }>()(
  'read_model_tokens',
  `SELECT coalesce(u.tokens, 0)::float8 AS used, q.model_tokens_per_month::float8 AS limit
    FROM (SELECT $organizationId::uuid AS id) i LEFT JOIN organization_quotas q ON q.organization_id = i.id
    LEFT JOIN model_token_usage u ON u.organization_id = i.id AND u.month = ${MONTH}`,
  { used: 'float8', limit: 'float8?' },
);

export async function readModelTokens(sql: Sql, organizationId: string): Promise<ModelTokensRecord> {
  const [row] = await sql.query(...READ.with({ organizationId }));
  return row ?? { used: 0, limit: null };
}

const COUNT = statement<{ organizationId: string; tokens: number }>()(
  'count_model_tokens',
  `INSERT INTO model_token_usage AS u (organization_id, month, tokens) VALUES ($organizationId, ${MONTH}, $tokens)
    ON CONFLICT (organization_id, month) DO UPDATE SET tokens = u.tokens + excluded.tokens`,
  {},
);

/** Adds to the tokens that the organization used in this month. */
export async function countModelTokens(sql: Sql, organizationId: string, tokens: number): Promise<void> {
  await sql.query(...COUNT.with({ organizationId, tokens }));
}
