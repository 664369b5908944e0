import type { ClaimedSession } from '@workflow/session-store';
import type { Json } from '@workflow/workflow-model';
import { nestPlaceholders, type PlaceholderOutcome } from '@workflow/validation';
import { readHistories } from './committed-steps.ts';
import { keepTrying } from './keep-trying.ts';
import type { PreparedWorkflow } from './prepared-workflow.ts';
import { reportFailure } from './report-failure.ts';
import type { SessionDependencies } from './session-dependencies.ts';
import type { SessionOutcome } from './session-outcome.ts';
import { outcomeOfAbort } from './session-outcome.ts';
import { SessionWalk } from './session-walk.ts';

/**
 * Walks a claimed session until it ends, waits, is handed back, or is lost. The outcome is a value; `recordOutcome`
 * writes it. Waits out an outage of PostgreSQL.
 *
 * @param signal fires with a HandBackRequest at shutdown, with any other reason when the claim is lost
 * @throws what the store throws and does not call retryable, while the definition or the committed steps are read
 */
export async function runSession(claimed: ClaimedSession, deps: SessionDependencies, signal: AbortSignal): Promise<SessionOutcome> {
  const { definitionId, componentId } = claimed;
  const known = deps.workflows.peek(definitionId, componentId);
  if (known !== undefined) return walk(claimed, known, deps, signal);
  const loaded = await keepTrying(async () => ({ workflow: await deps.workflows.load(definitionId, componentId) }), signal);
  if (loaded === null) return outcomeOfAbort(signal);
  return loaded.workflow === null ? definitionMissing(claimed, deps) : walk(claimed, loaded.workflow, deps, signal);
}

function walk(claimed: ClaimedSession, workflow: PreparedWorkflow, deps: SessionDependencies, signal: AbortSignal) {
  const given = valuesOf(claimed, workflow);
  if (!given.ok) return valuesRefused(claimed, given.problems, deps);
  const placeholders = Object.assign(Object.create(null) as Record<string, Json>, nestPlaceholders(given.values));
  const session = new SessionWalk(claimed, workflow, placeholders, deps, signal);
  return claimed.resumed ? resume(session, claimed, deps, signal) : session.run(true);
}

/** Ingress checked what callers send (spec §2.2); what another workflow gives is checked here. */
function valuesOf(claimed: ClaimedSession, workflow: PreparedWorkflow): PlaceholderOutcome {
  return claimed.depth === 0 ? { ok: true, values: claimed.placeholderValues } : workflow.checkGiven(claimed.placeholderValues);
}

function valuesRefused({ id, componentId }: ClaimedSession, problems: string[], deps: SessionDependencies): SessionOutcome {
  const failure = { code: 'FIELD_INVALID', message: problems.join('; '), sessionId: id, componentId };
  return { kind: 'failed', error: reportFailure(deps.log, failure, null), steps: [] };
}

async function resume(session: SessionWalk, claimed: ClaimedSession, deps: SessionDependencies, signal: AbortSignal): Promise<SessionOutcome> {
  const steps = await keepTrying(() => deps.store.readSteps(claimed.id, claimed.resumeFromRun), signal);
  if (steps === null) return outcomeOfAbort(signal);
  session.resume(readHistories(steps, claimed.run));
  return session.run(false);
}

function definitionMissing(claimed: ClaimedSession, deps: SessionDependencies): SessionOutcome {
  const errorId = crypto.randomUUID();
  const message = 'the definition that the session was started with is gone';
  deps.log.error({ errorId, sessionId: claimed.id, code: 'DEFINITION_MISSING' }, message);
  return { kind: 'failed', error: { code: 'DEFINITION_MISSING', message, componentId: null, errorId }, steps: [] };
}
