import { claimLost, type RecordedPart, type StepParts } from '@workflow/component-kit/run';
import { voidTurnsOf, type StepRecord } from '@workflow/session-store';
import { bothMasks } from '@workflow/validation';
import { StepFailure, type Json } from '@workflow/workflow-model';
import { shortMessage } from './report-failure.ts';
import { toStorableJson } from './storable-json.ts';
import type { WalkResources } from './walk-resources.ts';

interface PartsAccess {
  fromStore: <Result>(operation: () => Promise<Result>) => Promise<Result>;
  /** Stores the files that parts may name as long as the session. */
  keepFiles(): Promise<void>;
}

/** Returns the parts of the step of one component of a claimed session. */
export function stepPartsOf(
  shared: WalkResources,
  componentId: string,
  { fromStore, keepFiles }: PartsAccess,
): StepParts {
  const { claim, deps, secrets, session, sensitive } = shared;
  const { organizationId, id: sessionId } = session;
  const resultsFrom = session.resultsFrom ?? {};
  // A component that another version changed starts again.
  const resumeFromRun = resultsFrom[componentId] ?? session.resumeFromRun;
  const voidTurns = voidTurnsOf(resultsFrom, componentId);
  const place = { organizationId, sessionId, componentId, resumeFromRun, voidTurns };
  return {
    maxConversationBytes: deps.limits.maxConversationBytes,
    async list() {
      const heads = await fromStore(() => deps.store.listStepParts(place));
      return heads.map(({ iteration, status, ...head }) => ({
        ...head,
        number: iteration,
        status: status === 'SUCCEEDED' || status === 'FAILED' ? status : ('RUNNING' as const),
      }));
    },
    async read(numbers) {
      const parts = await fromStore(() => deps.store.readStepParts(place, numbers));
      return parts.map(({ iteration, sensitive: values = [], ...step }): RecordedPart => {
        sensitive.add(values);
        const { part, attempt, status, input, output, error, startedAt, finishedAt } = step;
        const knownStatus = status === 'SUCCEEDED' || status === 'FAILED' ? status : 'RUNNING';
        return { number: iteration, part, attempt, status: knownStatus, input, output, error, startedAt, finishedAt };
      });
    },
    stream: (turn) =>
      deps.turnTexts.begin(
        { sessionId, componentId, turn },
        {
          open: () => bothMasks(secrets.openText(), sensitive.openText()),
          size: () => secrets.size + sensitive.size,
        },
      ),
    async record(parts) {
      const stored = parts.map((part) => storedForm(shared, part));
      await keepFiles();
      const records = stored.map((part) => recordOf(shared, componentId, part));
      const isWritten = await fromStore(() => claim.record(sensitive.protect(records)));
      if (!isWritten) throw claimLost();
      return stored;
    },
  };
}

function recordOf(
  shared: WalkResources,
  componentId: string,
  { number, part, attempt, status, input, output, error, startedAt, finishedAt }: RecordedPart,
): StepRecord {
  const { run } = shared.session;
  return {
    componentId,
    run,
    iteration: number,
    attempt,
    status,
    port: null,
    input,
    output,
    error,
    startedAt,
    finishedAt,
    part,
  };
}

/** Returns the part with secrets masked. A failed one is stored without its sensitive values, so it has none here. */
function storedForm(shared: WalkResources, part: RecordedPart): RecordedPart {
  const { secrets, sensitive } = shared;
  const [input, output] = [storable(shared, part.input), storable(shared, part.output)];
  if (part.error === null) return { ...part, input, output };
  const message = shortMessage(part.error.message, sensitive.maskWith(secrets.mask));
  return { ...part, input, output: sensitive.maskValue(output), error: { ...part.error, message } };
}

function storable({ deps, secrets }: WalkResources, value: Json): Json {
  if (value === null) return null;
  const stored = toStorableJson(value, deps.limits.maxOutputBytes, secrets.mask);
  if (stored.kind === 'storable') return stored.value;
  const limit = deps.limits.maxOutputBytes;
  throw new StepFailure('OUTPUT_TOO_LARGE', `A part of the step is too large. The limit is ${limit} bytes`);
}
