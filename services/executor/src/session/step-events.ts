import type { StepResult } from '@workflow/component-kit/run';
import { hasTimeLeft, nextSlice } from '@workflow/sandbox/slices';
import { StepFailure, AttemptNotBegun } from '@workflow/workflow-model';
import { reportFailure } from './report-failure.ts';
import type { StepRun } from './step-run.ts';
import type { WalkResources } from './walk-resources.ts';
import { traceStep } from './trace-step.ts';
import { toStorableJson, toStorableJsonInSlices, type StorableJson } from './storable-json.ts';
import type { WalkEvent } from './walk-events.ts';

/**
 * The minimum pause in milliseconds; the maximum is twice as long. During the pause another executor may claim the
 * session.
 */
const PUT_OFF_MS = 5_000;

/**
 * Runs a component and returns the event for the walk, synchronously if nothing is asynchronous. Resolves to null if
 * the step was already over. Rejects, or throws, only for internal errors.
 */
export function runStep(step: StepRun, resources: WalkResources): WalkEvent | Promise<WalkEvent | null> {
  const { tracing } = resources.deps;
  return tracing === null ? performStep(step, resources) : traceStep(tracing, step, () => performStep(step, resources));
}

/**
 * Performs the step. Sessions that were claimed together run together, so a session that computes for long yields to
 * the others.
 */
function performStep(step: StepRun, resources: WalkResources): WalkEvent | Promise<WalkEvent | null> {
  const { claim } = resources;
  if (step.prepared.isOfPackage && !claim.isWritten)
    return claim.ensureWritten().then(() => (step.isOver ? null : performAtOnce(step, resources)));
  if (hasTimeLeft()) return performAtOnce(step, resources);
  return nextSlice().then(() => (step.isOver ? null : performAtOnce(step, resources)));
}

function performAtOnce(step: StepRun, resources: WalkResources): WalkEvent | Promise<WalkEvent | null> {
  let result: StepResult | Promise<StepResult>;
  try {
    result = step.prepared.run(step);
  } catch (error) {
    return thrownEvent(step, error, resources);
  }
  if (!(result instanceof Promise)) return resultEvent(step, result, resources);
  return result.then(
    (value) => {
      if (step.isOver) return null;
      return step.hasStoredFiles ? keepFiles(step, value, resources) : resultEventInSlices(step, value, resources);
    },
    (error: unknown) => (step.isOver ? null : thrownEvent(step, error, resources)),
  );
}

/** Stores the files that the result may name permanently, before the result is committed. */
async function keepFiles(step: StepRun, result: StepResult, resources: WalkResources): Promise<WalkEvent | null> {
  try {
    await step.files.keepWritten();
  } catch (error) {
    return step.isOver ? null : thrownEvent(step, error, resources);
  }
  return step.isOver ? null : resultEventInSlices(step, result, resources);
}

/** Prepares a long list for the store in time slices of the event loop. */
async function resultEventInSlices(
  step: StepRun,
  result: StepResult,
  resources: WalkResources,
): Promise<WalkEvent | null> {
  if (result.kind === 'waiting') return resultEvent(step, result, resources);
  const { output } = result;
  const stored = toStorableJsonInSlices(output, maxBytesOf(step, resources), resources.secrets.mask);
  if (!(stored instanceof Promise)) return succeededEvent(step, result, stored, resources);
  const storedInSlices = await stored;
  return step.isOver ? null : succeededEvent(step, result, storedInSlices, resources);
}

function resultEvent(step: StepRun, result: StepResult, resources: WalkResources): WalkEvent {
  if (result.kind === 'waiting') return waitingEvent(step, result);
  const stored = toStorableJson(result.output, maxBytesOf(step, resources), resources.secrets.mask);
  return succeededEvent(step, result, stored, resources);
}

/** Returns the limit of an output. Triggers return the session's input, which the limit of request bodies bounds. */
function maxBytesOf(step: StepRun, { deps }: WalkResources): number {
  return step.prepared.isTrigger ? Infinity : deps.limits.maxOutputBytes;
}

type ResultOf<Kind extends StepResult['kind']> = Extract<StepResult, { kind: Kind }>;

/** @param startsAgain true if the attempt has not begun yet */
function waitingEvent(step: StepRun, result: Omit<ResultOf<'waiting'>, 'kind'>, startsAgain = false): WalkEvent {
  const { componentId, attempt } = step.start;
  const input = step.storableInput();
  const { until, throttledBy = null, forChildren = false, forAnswer } = result;
  const wait = { until, throttledBy, forChildren, forAnswer, startsAgain };
  return { kind: 'waiting', componentId, attempt, input, ...wait };
}

/** Returns the event of a result. An output that cannot be stored is a failure. */
function succeededEvent(
  step: StepRun,
  result: ResultOf<'succeeded'>,
  stored: StorableJson,
  resources: WalkResources,
): WalkEvent {
  const { componentId, attempt } = step.start;
  const full = stored.kind === 'storable' ? resources.results.count(componentId, stored.memoryBytes) : null;
  if (full !== null) return failureEvent(step, new StepFailure('RESULTS_TOO_LARGE', full), resources);
  if (stored.kind === 'storable') {
    resources.sensitive.learn(componentId, stored.value);
    const input = step.storableInput();
    return { kind: 'succeeded', componentId, attempt, input, output: stored.value, port: result.port ?? 'next' };
  }
  const why =
    stored.kind === 'too-deep'
      ? 'is nested too deeply'
      : `has ${stored.bytes} bytes, ${resources.deps.limits.maxOutputBytes} are allowed`;
  return failureEvent(step, new StepFailure('OUTPUT_TOO_LARGE', `The output ${why}`), resources);
}

function thrownEvent(step: StepRun, thrown: unknown, resources: WalkResources): WalkEvent {
  return thrown instanceof AttemptNotBegun ? putOff(step, thrown, resources) : failureEvent(step, thrown, resources);
}

/** Postpones the attempt by a random time, so that steps that failed together are not retried together. */
function putOff(step: StepRun, { message }: AttemptNotBegun, { session, deps, clock }: WalkResources): WalkEvent {
  const until = new Date(clock.now() + PUT_OFF_MS * (1 + deps.random()));
  const { componentId } = step.start;
  deps.log.warn({ sessionId: session.id, componentId, until }, `Postponed a step: ${message}`);
  return waitingEvent(step, { until }, true);
}

/** Logs the error that a component threw. */
export function failureEvent(
  step: StepRun,
  thrown: unknown,
  { session, deps, secrets, sensitive }: WalkResources,
): WalkEvent {
  const { componentId, attempt } = step.start;
  const failure =
    thrown instanceof StepFailure
      ? thrown
      : new StepFailure('INTERNAL_ERROR', 'The component failed unexpectedly. Report the error ID to the operator');
  const { code, message, retryAfterMs } = failure;
  const retryable = failure.retryable && step.mayRetry;
  const cause = thrown === failure ? undefined : thrown;
  const mask = sensitive.maskWith(secrets.mask);
  const error = reportFailure(deps.log, { code, message, sessionId: session.id, componentId, cause }, mask);
  const stored = toStorableJson(failure.output, deps.limits.maxOutputBytes, secrets.mask);
  const output = stored.kind === 'storable' ? stored.value : null;
  return { kind: 'failed', componentId, attempt, input: step.storableInput(), output, error, retryable, retryAfterMs };
}
