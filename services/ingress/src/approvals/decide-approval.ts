import type { Actor, AskedApproval, Decision } from '@workflow/session-store';
import type { JsonObject, QuestionPlace } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { answerQuestion } from '../callbacks/answer-question.ts';

const MAX_COMMENT = 5_000;
const MAX_NAME = 200;

/** A decision as it was sent, before it is checked. */
export interface SentDecision {
  choice: string | undefined;
  comment: string | undefined;
  by: string | undefined;
}

/** Returns the problems of a decision by its fields. */
export function decisionProblems({ choices }: Pick<AskedApproval, 'choices'>, sent: SentDecision): Map<string, string> {
  const problems = new Map<string, string>();
  const { choice, comment = '', by = '' } = sent;
  if (choice === undefined || choice === '') problems.set('choice', 'is required');
  else if (!choices.includes(choice)) problems.set('choice', `must be one of ${choices.join(', ')}`);
  if (comment.length > MAX_COMMENT) problems.set('comment', `must have at most ${MAX_COMMENT} characters`);
  if (by.length > MAX_NAME) problems.set('by', `must have at most ${MAX_NAME} characters`);
  return problems;
}

/** Returns a checked decision. `by` is the account, the API key, or the name that the person entered. */
export function toDecision({ choice = '', comment = '' }: SentDecision, by: string | null): Decision {
  return { choice, comment: comment.trim() === '' ? null : comment.replaceAll('\r\n', '\n').trim(), by: by || null };
}

/**
 * Records a decision, however it was sent. `actor` is the account or key for the audit log.
 * @returns false if another decision, the timeout or the session's end was first
 */
export async function decideApproval(
  context: AppContext,
  { organizationId, place, actor }: { organizationId: string; place: QuestionPlace; actor: Actor | null },
  decision: Decision,
  fields: JsonObject,
): Promise<boolean> {
  const entry = {
    action: 'approval.decide',
    targetType: 'session',
    targetId: place.sessionId,
    detail: { choice: decision.choice },
  };
  const audit = actor && { actor, entry };
  return answerQuestion(context, { organizationId, place }, fields, { decision, audit });
}
