import type { AcceptOutcome, NewSession } from '@workflow/session-store';
import type { AppContext } from '../context.ts';

/**
 * Commits the session and, when its organization has credit, hands it to the queue without waiting for that:
 * a 2xx needs a committed row and nothing else.
 */
export async function acceptSession(context: AppContext, session: NewSession, awaited: boolean): Promise<AcceptOutcome> {
  session.enqueue = context.enqueuer.admit(session.organizationId);
  const outcome = await context.sessions.accept(session);
  if (outcome.kind !== 'accepted') return outcome;
  context.metrics.accepted(session.trigger);
  if (session.enqueue) {
    const job = { sessionId: session.id, organizationId: session.organizationId, dispatch: 1 };
    context.enqueuer.add(awaited ? { ...job, awaitedBy: context.replicaId } : job);
  }
  return outcome;
}
