import { listSessions, readSession } from '../../api/queries/sessions.ts';

/** Returns the workflow's last successful session, else its last one. Returns null if it never ran. */
export async function sampleSession(workflowId: string) {
  return (await sampleSessions(workflowId))[0] ?? null;
}

/** Returns that session and, if it ran a loop, the sessions down to the loop's last item. Empty if it never ran. */
export async function sampleSessions(workflowId: string) {
  const [succeeded, any] = await Promise.all([
    listSessions({ workflowId, status: 'SUCCEEDED' }, 1),
    listSessions({ workflowId }, 1),
  ]);
  const sessions = [succeeded.items[0] ?? any.items[0]].filter((session) => session !== undefined);
  // An item of a loop is a session of the same workflow.
  for (let parentId = sessions[0]?.parentId; typeof parentId === 'string'; parentId = sessions[0]?.parentId) {
    const parent = await readSession(parentId);
    if (parent.workflowId !== workflowId) break;
    sessions.unshift(parent);
  }
  return sessions;
}
