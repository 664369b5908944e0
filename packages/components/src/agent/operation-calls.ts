import { checkArguments } from '@workflow/apps';
import {
  parseReceivedJson,
  StepFailure,
  type CallEffect,
  type Json,
  type JsonObject,
  type OpenedOperation,
  type RecordedPart,
} from '@workflow/component-kit/run';
import { callOperation } from '../app-action/call-operation.ts';
import type { ToolCall } from './conversation.ts';
import { recordOf, type CallEnd, type CallsOf } from './call-record.ts';

/**
 * Maximum number of schema parts that are read for the arguments of one call. The other system checks the remaining
 * ones.
 */
const MAX_WORK = 100_000;

/** @throws StepFailure FIELD_INVALID that names the arguments that do not match the operation's schema */
export function requireArguments({ input, schemas }: OpenedOperation, args: JsonObject): void {
  const options = { find: (name: string) => schemas[name], budget: { left: MAX_WORK }, hasTemplates: false };
  const problems = checkArguments(input, args, options);
  if (problems.length === 0) return;
  const words = problems.map(({ pointer, rule }) => `${pointer.slice(1).replaceAll('/', '.') || 'arguments'} ${rule}`);
  throw new StepFailure('FIELD_INVALID', `Wrong arguments: ${words.join('; ')}`);
}

/** Returns the end of a call that is not sent again, although its result is unknown. */
export function outcomeUnknown(tool: string, why: string): CallEnd {
  const message = `Nobody knows whether ${tool} was carried out: ${why}. Find out before you call it again`;
  return { error: { code: 'OUTCOME_UNKNOWN', message } };
}

/** The running calls of operations. Each is committed before it is sent, and when it ends. */
export class OperationCalls {
  readonly #parts: CallsOf;
  readonly #underWay = new Set<Promise<void>>();
  readonly #endsAtMs: number;
  #isTimeUp = false;

  constructor(parts: CallsOf) {
    this.#parts = parts;
    this.#endsAtMs = parts.context.now() + parts.limits.leftMs;
  }

  /** True if calls were ended because the agent timed out. */
  get isTimeUp(): boolean {
    return this.#isTimeUp;
  }

  /** Begins a call, which may wait for its commit and its answer. */
  begin(call: ToolCall, operation: OpenedOperation, args: JsonObject): void {
    const ended = this.#run(call, operation, args).then((part) => {
      this.#parts.onEnded([part]);
      this.#underWay.delete(ended);
    });
    // The code that waits for the calls gets the error.
    ended.catch(() => undefined);
    this.#underWay.add(ended);
  }

  /**
   * Waits until fewer calls than this are running.
   * @throws the error of a call
   */
  async untilFewer(limit: number): Promise<void> {
    while (this.#underWay.size > 0 && this.#underWay.size >= limit) await Promise.race(this.#underWay);
  }

  /**
   * Waits until no call is running.
   * @throws the error of a call
   */
  async untilAllEnded(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #run(call: ToolCall, operation: OpenedOperation, args: JsonObject): Promise<RecordedPart> {
    const { context } = this.#parts;
    const { effect } = operation;
    const limit = this.#limitTime();
    const startedAt = new Date(context.now());
    let isSent = false;
    const { files, http } = context;
    const callContext = {
      files,
      http: {
        send: (request, signal) => http.send(request, signal ? AbortSignal.any([signal, limit.signal]) : limit.signal),
      },
      idempotencyKey: context.idempotencyKeyOfPart(call.number),
      mayHaveHappened: false,
      signal: AbortSignal.any([context.signal, limit.signal]),
      // The model decides whether it calls again.
      allowRetry: () => undefined,
      now: () => context.now(),
      begin: async () => {
        limit.signal.throwIfAborted();
        isSent = true;
        await context.parts.record([recordOf({ ...call, startedAt }, context.now(), null, effect)]);
      },
    } satisfies Parameters<typeof callOperation>[0];
    let end: CallEnd;
    try {
      const { output } = await callOperation(callContext, operation, args);
      end = { output: operation.plan.kind === 'tool' ? withoutRepetition(output as JsonObject) : output };
    } catch (error) {
      if (context.signal.aborted) throw context.signal.reason;
      const isUnsure = isSent && effect === 'once';
      end = limit.signal.aborted
        ? endOfTimeout(call.tool, limit.limitMs, isUnsure)
        : endOfFailure(call.tool, error, isUnsure);
    } finally {
      limit.clear();
    }
    return this.#record({ ...call, startedAt }, end, isSent ? effect : undefined);
  }

  /** Limits the time of a call by its timeout and by the agent's remaining time. */
  #limitTime() {
    const { context, limits } = this.#parts;
    const leftMs = Math.max(0, this.#endsAtMs - context.now());
    const limitMs = Math.min(limits.callMs, leftMs);
    // The timer holds the controller. A signal that only `AbortSignal.any` refers to could be collected.
    const ended = new AbortController();
    const timer = setTimeout(() => {
      this.#isTimeUp ||= leftMs <= limits.callMs;
      ended.abort();
    }, limitMs);
    return { signal: ended.signal, limitMs, clear: () => clearTimeout(timer) };
  }

  async #record(call: ToolCall, end: CallEnd, effect: CallEffect | undefined): Promise<RecordedPart> {
    const { context } = this.#parts;
    const record = async (one: CallEnd) => {
      const [recorded] = await context.parts.record([recordOf(call, context.now(), { end: one }, effect)]);
      return recorded as RecordedPart;
    };
    try {
      return await record(end);
    } catch (error) {
      if (!(error instanceof StepFailure) || error.code !== 'OUTPUT_TOO_LARGE') throw error;
      return record({ error: 'error' in end ? end.error : { code: error.code, message: error.message } });
    }
  }
}

function endOfTimeout(tool: string, limitMs: number, isUnsure: boolean): CallEnd {
  const why = `it did not answer within ${limitMs / 1_000} s`;
  return isUnsure ? outcomeUnknown(tool, why) : { error: { code: 'STEP_TIMEOUT', message: `${tool} failed: ${why}` } };
}

/** Failures of a request that was not sent. */
const NOT_SENT = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|SSL_/;

/** @throws errors that are not failures of the call */
function endOfFailure(tool: string, error: unknown, isUnsure: boolean): CallEnd {
  if (!(error instanceof StepFailure) || error.code === 'INTERNAL_ERROR') throw error;
  const { code, message, output } = error;
  if (isUnsure && code === 'HTTP_FAILED' && !NOT_SENT.test(message)) return outcomeUnknown(tool, message);
  return { error: { code, message }, ...(output !== null && { output }) };
}

/** Leaves out parts of a tool's result that are empty or repeat its text. */
function withoutRepetition({ text, data, files }: JsonObject): Json {
  const hasFiles = Array.isArray(files) && files.length > 0;
  // Comparing objects member by member takes many times as long.
  const isRepeated = (): boolean => JSON.stringify(data) === JSON.stringify(jsonIn(text));
  const hasData = data !== null && data !== undefined && !isRepeated();
  return { text: text ?? null, ...(hasData && { data }), ...(hasFiles && { files }) };
}

function jsonIn(text: Json | undefined): Json | undefined {
  try {
    return parseReceivedJson(String(text));
  } catch {
    return undefined;
  }
}
