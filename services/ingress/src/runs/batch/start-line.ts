import { hash } from 'node:crypto';
import type { AcceptOutcome } from '@workflow/session-store';
import { runRequestSchema, type RunRequest } from '@workflow/validation';
import type { SessionOrigin } from '@workflow/workflow-model';
import type { AppContext } from '../../context.ts';
import { ApiError, invalidRequest } from '../../errors/api-error.ts';
import { knowsWorkflow, type Caller } from '../../http/caller.ts';
import { makeInputCheck } from '../../http/routing/check-input.ts';
import { parseJsonBody } from '../../http/bodies/parse-json-body.ts';
import { findFirstRun, requireSameBody } from '../answer-replay.ts';
import { findFurtherProblems } from '../check-run-request.ts';
import { findKeyProblems } from '../idempotency-key.ts';
import { startRun } from '../start-run.ts';

/** The schema of a line: a run request, which may have a key that makes a repeat safe. */
export const lineSchema = {
  ...runRequestSchema,
  title: 'RunLine',
  properties: {
    ...(runRequestSchema['properties'] as object),
    idempotencyKey: { type: 'string', minLength: 1, maxLength: 255, description: 'The `Idempotency-Key` of the run.' },
  },
};

interface StartedLine {
  sessionId: string;
  gathered?: true;
}

type RunLine = RunRequest & { idempotencyKey?: string };

const checkLine = makeInputCheck(lineSchema, 'the line');

/**
 * Starts the run of a line, once for each key.
 * @returns the session's id; for a repeat, that of the first session; for a gathered request, that of the session it
 * joined
 * @throws ApiError as a single run, IDEMPOTENCY_KEY_REUSED for a key that was used with another line
 */
export async function startLine(
  context: AppContext,
  caller: Caller,
  line: Buffer,
  origin: SessionOrigin,
): Promise<StartedLine> {
  const parsed = parseJsonBody(line);
  const problems = [...checkLine(parsed), ...findKeyProblems((parsed as RunLine | null)?.idempotencyKey)];
  if (problems.length > 0)
    throw invalidRequest([...problems, ...findFurtherProblems(parsed, context.caches.clock.nowMs())]);
  const { idempotencyKey: key, ...request } = parsed as RunLine;
  const guard = key === undefined ? null : { key, bodyHash: hash('sha256', line, 'buffer') };
  const { organizationId } = caller;
  let started: { session: { id: string }; outcome: AcceptOutcome };
  try {
    started = await startRun(context, caller, request, { key: guard, origin });
  } catch (refusal) {
    const mayBeRepeat = refusal instanceof ApiError && knowsWorkflow(caller, request.workflowId);
    const first = guard && mayBeRepeat ? await findFirstRun(context, organizationId, guard) : null;
    if (first === null) throw refusal;
    // A repeat is answered like the first request, even when it is refused now.
    started = { session: { id: first.sessionId }, outcome: { kind: 'replayed', ...first } };
  }
  const { session, outcome } = started;
  if (outcome.kind === 'gathered') return { sessionId: outcome.sessionId, gathered: true };
  if (outcome.kind !== 'replayed') return { sessionId: session.id };
  if (!outcome.sameBody && guard !== null) await requireSameBody(context, organizationId, guard);
  return { sessionId: outcome.sessionId };
}
