import { statement } from '../postgres/named-statement.ts';

/** Finds organizations with due times to decide or start. Used only after a statement about them failed. */
export const ORGANIZATIONS_WITH_DUE_TIMES = statement()(
  'find_organizations_with_due_times',
  `SELECT DISTINCT organization_id AS id FROM (
      SELECT organization_id FROM schedules WHERE next_at <= statement_timestamp()
      UNION ALL SELECT organization_id FROM due_times WHERE status = 'WAITING'
    ) o ORDER BY 1`,
  { id: 'uuid' },
);
