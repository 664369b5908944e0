import { claimLost, type RecordedPart, type StepParts } from '@workflow/component-kit/run';
import { voidTurnsOf, type StepRecord } from '@workflow/session-store';
import { bothMasks } from '@workflow/validation';
import { StepFailure, type Json, type StepStatus } from '@workflow/workflow-model';
import { shortMessage } from './report-failure.ts';
import { toStorableJson } from './storable-json.ts';
import type { FromStore, WalkResources } from './walk-resources.ts';

interface PartsAccess {
  fromStore: FromStore;
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
        status: recordedStatus(status),
      }));
    },
    async read(numbers) {
      const parts = await fromStore(() => deps.store.readStepParts(place, numbers));
      return parts.map(({ iteration, sensitive: sensitiveValues = [], ...step }): RecordedPart => {
        sensitive.add(sensitiveValues);
        const { part, attempt, status, input, output, error, startedAt, finishedAt } = step;
        const values = { input, output, error, startedAt, finishedAt };
        return { number: iteration, part, attempt, status: recordedStatus(status), ...values };
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
      const records = stored.map(({ number, ...part }): StepRecord => ({
        ...part,
        componentId,
        run: session.run,
        iteration: number,
        port: null,
      }));
      const isWritten = await fromStore(() => claim.record(sensitive.protect(records)));
      if (!isWritten) throw claimLost();
      return stored;
    },
  };
}

function recordedStatus(status: StepStatus): RecordedPart['status'] {
  return status === 'SUCCEEDED' || status === 'FAILED' ? status : 'RUNNING';
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
