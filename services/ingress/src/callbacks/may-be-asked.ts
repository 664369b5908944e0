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
  if (way === null) return false;
  const { definition } = way;
  // What a pin yields is decided, though no step says so yet.
  const pinned = Object.entries(definition.test?.pinnedOutputs ?? {});
  const ports = new Map([...pinned.map(([id, { port }]) => [id, port] as const), ...way.portsTaken]);
  return !ports.has(componentId) && mayStillRun(planWalk(definition, session.startComponentId), componentId, ports);
}
