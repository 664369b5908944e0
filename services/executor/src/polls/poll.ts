import { withDefaults } from '@workflow/component-kit';
import type { PollContext, PollLimits } from '@workflow/component-kit/run';
import { findRunnable } from '@workflow/components/runners';
import { runDataJob, type Sandbox } from '@workflow/sandbox';
import type { HttpClient } from '@workflow/outbound';
import type { ClaimedPoll, PollEnd, PollFailure } from '@workflow/session-store';
import { StepFailure, type Json, type JsonObject } from '@workflow/workflow-model';
import { isOutage } from '../loops/keep-trying.ts';
import { SessionSecrets, type SecretSource } from '../session/session-secrets.ts';
import { StepFiles, type SessionFiles } from '../session/step-files.ts';
import { toStorableJson, toStorableMessage } from '../session/storable-json.ts';
import { pauseAfterFailureMs, type PollBackoff } from './pause-after-failure.ts';

/** The maximum length of a message. Longer messages of servers are shortened. */
const MAX_MESSAGE_LENGTH = 500;
const FAILED_NEXT_MS = 60_000;
/** The pause before the next poll if the last one left items. A server may have new ones on each poll. */
const MORE_NEXT_MS = 1_000;

/** The dependencies of polls. */
export interface PollTools {
  http: Pick<HttpClient, 'send'>;
  secretSource: SecretSource;
  files: SessionFiles;
  dataProcesses: Sandbox;
  /** The bytes of an item as JSON. */
  maxOutputBytes: number;
}

type PollOutcome = ({ kind: 'ok' } & PollEnd) | ({ kind: 'failed' } & PollFailure);

/** The limits of polls. */
export interface PollSettings extends Omit<PollLimits, 'maxOutputBytes'> {
  backoff: PollBackoff;
}

/**
 * Makes one poll. Returns the found items, or the reason of the failure as a sentence without secrets.
 * @throws the errors of the store
 */
export async function poll(
  claimed: ClaimedPoll,
  tools: PollTools,
  { backoff, ...limits }: PollSettings,
  signal: AbortSignal,
): Promise<PollOutcome> {
  const runnable = findRunnable(claimed.type);
  const trigger = runnable?.descriptor.trigger?.sessions;
  const pollOnce = runnable?.runner.poll;
  const { organizationId, output, failures } = claimed;
  if (runnable === undefined || pollOnce === undefined || !trigger) {
    const message = `this executor cannot poll ${claimed.type}`;
    return { kind: 'failed', message, nextInMs: FAILED_NEXT_MS, failures };
  }
  const config = withDefaults(runnable.descriptor.configSchema, claimed.config) as JsonObject;
  const everyMs = Number(config['everySeconds']) * 1_000;
  const secrets = new SessionSecrets(tools.secretSource, organizationId, { count: () => null });
  try {
    const context = contextOf({ claimed, config, secrets, tools, limits, signal });
    const { items, position, hasMore, note } = await pollOnce(context as PollContext<never>);
    const starts = items.map((item) => (output === null ? {} : { [output]: storable(item, tools, secrets) }));
    const storedNote = note === undefined ? null : toStorableMessage(note, secrets.mask, MAX_MESSAGE_LENGTH);
    return { kind: 'ok', trigger, starts, position, nextInMs: hasMore ? MORE_NEXT_MS : everyMs, note: storedNote };
  } catch (error) {
    if (isOutage(error)) throw error;
    const reason: unknown = signal.aborted ? signal.reason : error;
    const text = reason instanceof Error ? reason.message : String(reason);
    const askedMs = reason instanceof StepFailure ? reason.retryAfterMs : 0;
    const nextInMs = pauseAfterFailureMs(everyMs, failures + 1, backoff, askedMs);
    const message = toStorableMessage(text, secrets.mask, MAX_MESSAGE_LENGTH);
    return { kind: 'failed', message, nextInMs, failures: failures + 1 };
  }
}

interface ContextParts {
  claimed: ClaimedPoll;
  config: JsonObject;
  secrets: SessionSecrets;
  tools: PollTools;
  limits: Omit<PollLimits, 'maxOutputBytes'>;
  signal: AbortSignal;
}

function contextOf({ claimed, config, secrets, tools, limits, signal }: ContextParts): PollContext<JsonObject> {
  const { organizationId, workflowId, type, position } = claimed;
  const files = new StepFiles({
    files: tools.files,
    session: { organizationId, id: claimed.componentId },
    attempt: (operation) => operation(),
    mask: () => secrets.mask,
  });
  return {
    config,
    position,
    signal,
    limits: { ...limits, maxOutputBytes: tools.maxOutputBytes },
    http: { send: (call) => tools.http.send({ ...call, trace: null }, signal) },
    files,
    openCredential: async <Opened extends object>(property: string) => {
      const { references } = findRunnable(type)!.descriptor;
      const named = references(config).find(({ pointer }) => pointer === `/${property}`);
      const types = named !== undefined && 'types' in named ? (named.types as string[]) : [];
      return (await secrets.openCredential(String(config[property]), types)) as Opened;
    },
    runDataJob: (values, dataJobLimits) =>
      runDataJob(
        tools.dataProcesses,
        { dataJob: type, values, limits: dataJobLimits },
        { organizationId, workflowId },
        signal,
      ),
  };
}

function storable(item: Json, { maxOutputBytes }: PollTools, { mask }: SessionSecrets): Json {
  const stored = toStorableJson(item, maxOutputBytes, mask);
  if (stored.kind === 'storable') return stored.value;
  throw new StepFailure('OUTPUT_TOO_LARGE', 'An item is too large to start a session');
}
