import type { AskedApproval, FoundApproval, MadeDecision } from '@workflow/session-store';
import type { QuestionPlace } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';

/** The state of an approval for everyone who has its URL. */
export type ApprovalState =
  /** Its session may still reach the approval. */
  | { kind: 'not-asked' }
  | { kind: 'open'; asked: AskedApproval }
  | { kind: 'decided'; asked: AskedApproval; decision: MadeDecision }
  /** Nobody decided, and nobody can decide any more. */
  | { kind: 'over'; reason: 'timed-out' | 'ended' };

export async function stateOf(
  context: AppContext,
  approval: FoundApproval,
  place: QuestionPlace,
): Promise<ApprovalState> {
  const { asked, isOver } = approval;
  if (asked !== null && asked.decision !== null) return { kind: 'decided', asked, decision: asked.decision };
  if (asked?.isTimedOut === true) return { kind: 'over', reason: 'timed-out' };
  if (isOver) return { kind: 'over', reason: 'ended' };
  if (asked !== null) return { kind: 'open', asked };
  return (await context.questionWays.mayBeAsked(approval, place))
    ? { kind: 'not-asked' }
    : { kind: 'over', reason: 'ended' };
}
