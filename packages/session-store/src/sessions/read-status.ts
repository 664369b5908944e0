import { isDeletedAbove } from '../deletion/deleted-above.ts';
import type { Statement } from '../postgres/sql.ts';

/** Reads the status of a session ($1) of an organization ($2). */
export const READ_STATUS: Statement = {
  name: 'read_session_status',
  text: `SELECT s.status FROM sessions s WHERE s.id = $1 AND s.organization_id = $2 AND NOT ${isDeletedAbove('s')}`,
};
