import { listSessions } from '../../api/queries/sessions.ts';

/** Returns the workflow's last successful session, else its last one. Returns null if it never ran. */
export async function sampleSession(workflowId: string) {
  const [succeeded, any] = await Promise.all([
    listSessions({ workflowId, status: 'SUCCEEDED' }, 1),
    listSessions({ workflowId }, 1),
  ]);
  return succeeded.items[0] ?? any.items[0] ?? null;
}
