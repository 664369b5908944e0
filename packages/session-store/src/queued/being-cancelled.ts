/**
 * Returns SQL: a running bulk cancel has not cancelled the session `s` yet, so nobody may claim it. The first condition
 * is evaluated once for a statement, and is false if no organization has such an operation. The parts of an operation
 * contain ascending ids and do not overlap.
 */
export function isBeingCancelled(): string {
  return `((SELECT EXISTS (SELECT FROM operations WHERE status = 'RUNNING' AND action = 'CANCEL'))
      AND EXISTS (SELECT FROM operations o CROSS JOIN LATERAL (
          SELECT p.session_ids FROM operation_parts p
          WHERE p.operation_id = o.id AND p.last_session_id >= s.id ORDER BY p.last_session_id LIMIT 1) p
        WHERE o.organization_id = s.organization_id AND o.status = 'RUNNING' AND o.action = 'CANCEL'
          AND s.id = ANY (p.session_ids)))`;
}
