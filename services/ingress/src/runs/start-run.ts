import type { AcceptOutcome, DescribedSession } from '@workflow/session-store';
import type { RunRequest } from '@workflow/validation';
import type { SessionOrigin } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { keyOf, type Caller } from '../http/caller.ts';
import type { RateLimitHeaders } from '../limits/run-limits.ts';
import { describeRun, type RunCircumstances } from './describe-run.ts';
import { guardByKey, type IdempotencyKey } from './idempotency-key.ts';
import { runAnswer } from './run-answer.ts';

interface RunStart extends RunCircumstances {
  key: IdempotencyKey | null;
  origin: SessionOrigin;
  /** True if the answer to the key is stored after the end of the session, because it contains the outcome. */
  answersAtEnd?: boolean;
}

export interface StartedRun {
  session: DescribedSession;
  /** The answer's headers about limits; null without limits. */
  limits: RateLimitHeaders | null;
  outcome: AcceptOutcome;
  answerOf: (sessionId: string, gathered?: boolean) => string;
}

/** Describes the session of a run, counts it against the limits, and commits it. @throws ApiError if it is refused */
export async function startRun(
  context: AppContext,
  caller: Caller,
  request: RunRequest,
  { key, origin, answersAtEnd = false, ...circumstances }: RunStart,
): Promise<StartedRun> {
  const { session, sentValuesJson } = await describeRun(context, caller, request, circumstances);
  const bytes = session.placeholderValuesJson.length;
  const limits = await context.runLimits.take(caller.organizationId, keyOf(caller), bytes);
  const answerOf = (id: string, gathered = false): string => runAnswer(request, sentValuesJson, id, gathered);
  if (key !== null) guardByKey(session, key, answersAtEnd ? null : answerOf);
  session.origin = origin;
  const outcome = await context.intake.accept(session, { awaited: circumstances.awaited ?? false });
  return { session, limits, answerOf, outcome };
}
