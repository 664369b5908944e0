import type { AskedSession } from '@workflow/session-store';
import { mayStillRun, planWalk, type QuestionPlace } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';

/** Whether the session may still come to the component. */
export async function mayBeAsked(
  { store }: AppContext,
  session: AskedSession,
  { run, componentId }: QuestionPlace,
): Promise<boolean> {
  const way = await store.questions.readWayTo(session, run);
  if (way === null || way.portsTaken.has(componentId)) return false;
  return mayStillRun(planWalk(way.definition, session.startComponentId), componentId, way.portsTaken);
}
