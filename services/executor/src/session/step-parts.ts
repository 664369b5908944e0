import type { RecordedPart, StepParts } from '@workflow/component-kit/run';
import type { StepRecord } from '@workflow/session-store';
import { StepFailure, type Json } from '@workflow/workflow-model';
import { toStorableJson } from './storable-json.ts';
import type { WalkResources } from './walk-resources.ts';

type FromStore = <Result>(operation: () => Promise<Result>) => Promise<Result>;

/** Returns the parts of the step of one component of a claimed session. */
export function stepPartsOf(shared: WalkResources, componentId: string, fromStore: FromStore): StepParts {
  const { claim, deps, session, sensitive } = shared;
  return {
    async read() {
      const { organizationId, id: sessionId, resumeFromRun } = session;
      const place = { organizationId, sessionId, componentId, resumeFromRun };
      const found = await fromStore(() => deps.store.readStepParts(place));
      return found.map(({ iteration, sensitive: values = [], ...step }): RecordedPart => {
        sensitive.add(values);
        const { part, attempt, status, input, output, error, startedAt, finishedAt } = step;
        const known = status === 'SUCCEEDED' || status === 'FAILED' ? status : 'RUNNING';
        return { number: iteration, part, attempt, status: known, input, output, error, startedAt, finishedAt };
      });
    },
    async record(parts) {
      const records = parts.map((part) => recordOf(shared, componentId, part));
      const isWritten = await fromStore(() => claim.record(sensitive.protect(records)));
      // A lost fence aborts the session before this can matter.
      if (!isWritten) throw new StepFailure('INTERNAL_ERROR', 'The executor lost its claim on the session');
    },
  };
}

function recordOf(
  shared: WalkResources,
  componentId: string,
  { number, part, attempt, status, input, output, error, startedAt, finishedAt }: RecordedPart,
): StepRecord {
  const { run } = shared.session;
  const values = { input: storable(shared, input), output: storable(shared, output) };
  return {
    componentId,
    run,
    iteration: number,
    attempt,
    status,
    port: null,
    ...values,
    error,
    startedAt,
    finishedAt,
    part,
  };
}

function storable({ deps, secrets }: WalkResources, value: Json): Json {
  if (value === null) return null;
  const stored = toStorableJson(value, deps.limits.maxOutputBytes, secrets.mask);
  if (stored.kind === 'storable') return stored.value;
  const limit = deps.limits.maxOutputBytes;
  throw new StepFailure('OUTPUT_TOO_LARGE', `A part of the step is too large. The limit is ${limit} bytes`);
}
