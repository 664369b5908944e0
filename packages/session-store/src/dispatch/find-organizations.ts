import { statement } from '../postgres/named-statement.ts';
import { walkOrganizations } from '../postgres/organizations-with.ts';
import { BACKLOGGED_ORGANIZATIONS } from './backlog-sql.ts';
import { dueOrganizations } from './due-organizations.ts';
import { DUE } from './take-from-backlog.ts';

/** Finds the organizations that the dispatcher has to serve. Used only after a statement failed. */
export const ORGANIZATIONS_UNDER_WAY = statement()(
  'find_organizations_under_way',
  `WITH RECURSIVE ${BACKLOGGED_ORGANIZATIONS}, ${walkOrganizations('held', 'flow_entries')},
    ${dueOrganizations(DUE)}
    SELECT organization_id AS id FROM (
      SELECT organization_id FROM backlogged
      UNION SELECT organization_id FROM held
      UNION SELECT organization_id FROM due_organizations
      UNION SELECT s.organization_id FROM enqueued_batches b CROSS JOIN LATERAL unnest(b.session_ids) AS u(id)
        CROSS JOIN LATERAL (SELECT organization_id FROM sessions WHERE id = u.id OFFSET 0) s
      UNION SELECT w.organization_id FROM flow_wakes f JOIN workflows w ON w.id = f.workflow_id
      UNION SELECT w.organization_id FROM gatherings g JOIN workflows w ON w.id = g.workflow_id
    ) o WHERE organization_id IS NOT NULL ORDER BY 1`,
  { id: 'uuid' },
);
