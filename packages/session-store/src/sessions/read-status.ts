import { isDeletedAbove } from '../deletion/deleted-above.ts';
import { statement } from '../postgres/named-statement.ts';

/** Reads the status of a session of an organization. */
export const READ_STATUS = statement<{ sessionId: string; organizationId: string }>()(
  'read_session_status',
  `SELECT s.status FROM sessions s
    WHERE s.id = $sessionId AND s.organization_id = $organizationId AND NOT ${isDeletedAbove('s')}`,
  { status: 'session_status' },
);
