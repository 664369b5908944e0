import { DISPATCHER } from '@workflow/session-queue';
import type { Audit, Decision } from '@workflow/session-store';
import type { JsonObject, QuestionPlace } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';

/**
 * Answers a question and notifies the dispatcher, so that its session continues immediately.
 * @returns false if another answer, the timeout or the session's end was first
 */
export async function answerQuestion(
  { store, queue }: Pick<AppContext, 'store' | 'queue'>,
  { organizationId, place }: { organizationId: string; place: QuestionPlace },
  answer: JsonObject,
  by: { decision: Decision | null; audit: Audit | null },
): Promise<boolean> {
  const won = await store.questions.answer(organizationId, place, answer, by);
  if (won) queue.notifications.publish(DISPATCHER, [{ sessionId: place.sessionId }]);
  return won;
}
