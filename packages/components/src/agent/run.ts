import type { UserContent } from 'ai';
import { jsonSchemaOfFields, readFields, type ResolvedConfig } from '@workflow/component-kit';
import {
  defineRunner,
  StepFailure,
  withoutChildrenOfFailure,
  type ChildWatch,
  type EarlierTurns,
  type Json,
  type JsonObject,
  type MeasuredPart,
  type ModelServer,
  type PartHead,
  type RecordedPart,
  type RunContext,
  type StepResult,
} from '@workflow/component-kit/run';
import { attachFiles } from '../models/attach-files.ts';
import { readAnswer } from '../models/read-answer.ts';
import { askTurn, type TurnQuestion } from './ask-turn.ts';
import { freezeBeginning, type Beginning } from './begin.ts';
import type { ApprovalRule, CallsOf } from './call-record.ts';
import {
  activeMsOf,
  Conversation,
  digestOf,
  divideParts,
  FIRST,
  lastTurnOf,
  messagesOf,
  readTurn,
  type ToolCall,
  type Turn,
} from './conversation.ts';
import { descriptor } from './descriptor.ts';
import { ResultReader, type EarlierCalls } from './large-results.ts';
import { runCalls } from './run-calls.ts';
import { toolsForModel, type ToolsForModel } from './tools-for-model.ts';

type Config = ResolvedConfig<typeof descriptor.configSchema>;
type Context = RunContext<Config>;

/** The attempts of one turn and the first pause between two of them, if the author set neither. */
const DEFAULT_TRIES = 3;
const DEFAULT_PAUSE_SECONDS = 1;
/** The maximum pause between two attempts that the agent chooses itself. */
const MAX_PAUSE_MS = 3_600_000;

/**
 * Runs a model turn by turn. Each turn and each call of a tool is a part of the step that is committed when it ends, so
 * after a crash the agent continues after the last one.
 */
export const runner = defineRunner(descriptor, {
  run: (context) => withoutChildrenOfFailure(context, () => watchChildren(context)),
});

async function watchChildren(context: Context): Promise<StepResult> {
  const watch = context.children.watch();
  try {
    return await proceed(context, watch);
  } finally {
    watch.close();
  }
}

async function proceed(context: Context, children: ChildWatch): Promise<StepResult> {
  // The agent repeats single turns. A repetition of the step would count them again.
  context.allowRetry(false);
  const heads = await context.parts.list();
  const waits = await finishCalls(context, heads);
  if (waits !== null) return waits;
  const parts = heads.length === 0 ? heads : await context.parts.list();
  const state = await readConversation(context, parts);
  const beginning = state.beginning ?? (await freezeBeginning(context, beginningOf(context.config)));
  const earlier = beginning.earlier.length === 0 ? [] : await context.memory.read(beginning.earlier);
  await context.beginEffect(recordedInput(context.config, beginning));
  const task = await taskOf(context, beginning);
  const tools = await toolsForModel(context, beginning.tools);
  for (;;) {
    const last = state.turns.at(-1);
    if (last !== undefined && last.calls.some(({ isEnded }) => !isEnded)) {
      // Nobody would read the results of calls after the last turn.
      if (!areBegun(last.calls)) requireLimits(context, state);
      const waits = await runCalls(
        last.calls,
        callsIn(context, beginning, {
          activeMs: state.activeMs,
          hasEnded: (number) => state.results.has(number),
          onEnded: (ended) => addTo(state, ended, context),
          onTimeUp: () => {
            throw beyondTime(context.timeoutMs ?? 0, state);
          },
        }),
      );
      if (waits !== null && !(await endsSoon(waits, children))) return waits;
    } else {
      const correction = last === undefined ? null : nextOf(context.config, state, last);
      if (correction !== null && 'output' in correction) return correction;
      requireLimits(context, state);
      const asked = { beginning, earlier, task, tools, correction: correction?.message };
      const taken = await takeTurn(context, state, asked);
      if ('waits' in taken) return taken.waits;
      addTo(state, taken.recorded, context);
    }
  }
}

/** Reads the committed parts, a limited number of bytes at a time. @throws StepFailure AGENT_LIMIT */
async function readConversation(context: Context, parts: readonly MeasuredPart[]): Promise<Conversation> {
  const state = new Conversation();
  for (const numbers of divideParts(parts)) addTo(state, await context.parts.read(numbers), context);
  return state;
}

/** The characters of the results of all calls of an agent, as they are stored. */
const MAX_STORED_RESULTS = 128 * 1024 * 1024;

/** @throws StepFailure AGENT_LIMIT */
function addTo(state: Conversation, parts: readonly RecordedPart[], { parts: { maxConversationBytes } }: Context) {
  state.add(parts);
  if (state.storedCharacters > MAX_STORED_RESULTS)
    throw beyond(`the results of its calls have more than ${MAX_STORED_RESULTS} characters together`, state);
  if (state.bytes <= maxConversationBytes) return;
  const limit = `it has ${state.bytes} bytes, and may have ${maxConversationBytes}`;
  throw beyond(`the conversation is too large: ${limit} (AGENT_MAX_CONVERSATION_BYTES)`, state);
}

/**
 * Continues the calls of the last turn, if they have begun. While some are running, it reads no other part of the
 * conversation. Returns how to wait, or null if no call is left.
 */
async function finishCalls(context: Context, heads: readonly PartHead[]): Promise<StepResult<never> | null> {
  const last = lastTurnOf(heads);
  if (last === null) return null;
  const read = await context.parts.read([...new Set([FIRST, last.number])]);
  const isTurn = (number: number) => (part: RecordedPart) => part.number === number && part.status === 'SUCCEEDED';
  const [first, turn] = [read.find(isTurn(FIRST)), read.find(isTurn(last.number))];
  if (first === undefined || turn === undefined) return null;
  const { beginning } = readTurn(first, []).output;
  const { calls } = readTurn(turn, heads);
  if (beginning === undefined || calls.every(({ isEnded }) => isEnded) || !areBegun(calls)) return null;
  // The conversation is read when all calls have ended.
  const nothing = () => undefined;
  const events = { hasEnded: isEndedIn(heads), onEnded: nothing, onTimeUp: nothing };
  return runCalls(calls, callsIn(context, beginning, { activeMs: activeMsOf(heads), ...events }));
}

function isEndedIn(heads: readonly PartHead[]): (number: number) => boolean {
  const ended = heads.filter(({ part, status }) => part.kind === 'tool' && status !== 'RUNNING');
  const numbers = new Set(ended.map(({ number }) => number));
  return (number) => numbers.has(number);
}

/** Resolves to true if a workflow ended for which the agent would wait, and no approval is open. */
async function endsSoon(waits: StepResult<never>, children: ChildWatch): Promise<boolean> {
  if (waits.kind !== 'waiting' || waits.forChildren !== true || waits.forAnswer !== undefined) return false;
  return children.untilOneEnded();
}

/** Returns true if a call began, so that the limits allowed them all. */
function areBegun(calls: readonly ToolCall[]): boolean {
  return calls.some(({ isEnded, startedAt }) => isEnded || startedAt !== null);
}

interface CallEvents extends Pick<CallsOf, 'onEnded' | 'onTimeUp'>, Pick<EarlierCalls, 'hasEnded'> {
  /** The milliseconds that turns and calls took so far. */
  activeMs: number;
}

function callsIn(
  context: Context,
  { tools, workflowName }: Beginning,
  { activeMs, onEnded, onTimeUp, hasEnded }: CallEvents,
): CallsOf {
  const { config, timeoutMs } = context;
  const leftMs = timeoutMs === null ? Infinity : timeoutMs - activeMs;
  return {
    context,
    onEnded,
    onTimeUp,
    limits: { callMs: config.turnTimeoutSeconds * 1_000, leftMs },
    tools,
    approvals: config.tools.map(({ approval }) => ruleOf(approval)),
    workflowName,
    results: new ResultReader({ hasEnded, read: (numbers) => context.parts.read(numbers) }),
  };
}

/** Returns the task with the bytes of its files. @throws StepFailure if a file cannot be used */
async function taskOf({ files }: Context, { prompt, files: given }: Beginning): Promise<UserContent> {
  const [message] = await attachFiles([{ role: 'user', content: prompt }], given, files);
  return message?.role === 'user' ? message.content : prompt;
}

function recordedInput(config: Config, { instructions, prompt, files, tools }: Beginning): JsonObject {
  const { model, temperature, reasoning, maxTurns, maxTokens } = config;
  const names = tools.map(({ name }) => name);
  const texts = { instructions, prompt, files };
  return withoutUndefined({ model, temperature, reasoning, ...texts, tools: names, maxTurns, maxTokens });
}

function withoutUndefined(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

function beginningOf({ instructions, prompt, files, tools, memory, fields }: Config) {
  const wanted = readFields(fields as Json | undefined);
  const rest = { prompt, files: files as Json | undefined, tools, memory };
  if (wanted.length === 0) return { instructions, ...rest };
  const schema = JSON.stringify(jsonSchemaOfFields(wanted, 'nullable'));
  const form = `When you are done, answer with nothing but a JSON object that matches this JSON Schema: ${schema}`;
  return { instructions: `${instructions}\n\n${form}`.trim(), ...rest };
}

/** The timeout of an approval that sets none, in seconds: a day. */
const DEFAULT_APPROVAL_SECONDS = 86_400;

function ruleOf(approval: unknown): ApprovalRule | null {
  if (approval === undefined || approval === false) return null;
  if (approval === true) return { timeoutSeconds: DEFAULT_APPROVAL_SECONDS };
  return approval as ApprovalRule;
}

type Next = (StepResult & { kind: 'succeeded' }) | { message: string } | null;

/**
 * Returns the result if the last turn is the answer, or the message that requests another answer; null to call tools.
 */
function nextOf({ fields }: Config, { turns, usage }: Conversation, last: Turn): Next {
  if (last.calls.length > 0) return null;
  const more = { turns: turns.length, usage: { ...usage } };
  const wanted = readFields(fields as Json | undefined);
  const read = wanted.length === 0 ? readWords(last) : readAnswer(last.text, wanted);
  if (read.ok) return { kind: 'succeeded', output: { ...read.value, ...more } };
  if (last.output.correction !== undefined)
    throw new StepFailure(
      'MODEL_ANSWER_INVALID',
      `The model gave an invalid answer twice: ${read.problems.join('; ')}`,
      {
        output: { text: last.text, ...more },
      },
    );
  const how = wanted.length === 0 ? 'Answer again' : 'Answer again, with all fields';
  return { message: `Your answer cannot be used: ${read.problems.join('; ')}. ${how}.` };
}

const CUT = {
  length: 'it was cut at the maximum number of tokens',
  filter: 'the server of the model filtered it',
};

/** Reads an answer that is text. An empty one may be a refusal. */
function readWords({ text, output: { cut } }: Turn): ReturnType<typeof readAnswer> {
  if (cut !== undefined) return { ok: false, problems: [CUT[cut]] };
  return text.trim() === '' ? { ok: false, problems: ['it is empty'] } : { ok: true, value: { text } };
}

/** @throws StepFailure AGENT_LIMIT that names the limit, with the text and the usage so far */
function requireLimits({ config: { maxTurns, maxTokens }, timeoutMs }: Context, state: Conversation): void {
  const { turns, usage, activeMs } = state;
  if (turns.length >= maxTurns) throw beyond(`maxTurns: the agent has taken ${turns.length} turns`, state);
  if (maxTokens !== undefined && usage.totalTokens >= maxTokens)
    throw beyond(`maxTokens: the agent has used ${usage.totalTokens} of ${maxTokens} tokens`, state);
  if (timeoutMs !== null && activeMs >= timeoutMs) throw beyondTime(activeMs, state);
}

function beyondTime(activeMs: number, state: Conversation): StepFailure {
  return beyond(`timeoutSeconds: the turns and calls took ${Math.round(activeMs / 1_000)} s`, state);
}

function beyond(limit: string, { turns, usage }: Conversation): StepFailure {
  const output = { text: turns.at(-1)?.text ?? '', turns: turns.length, usage: { ...usage } };
  return new StepFailure('AGENT_LIMIT', limit, { output });
}

interface AskedTurn {
  beginning: Beginning;
  earlier: readonly EarlierTurns[];
  /** The task with the bytes of its files. */
  task: UserContent;
  tools: ToolsForModel;
  correction: string | undefined;
}

/** Requests the next turn and commits it. Returns how to wait before another attempt, or the committed turn. */
async function takeTurn(
  context: Context,
  state: Conversation,
  { beginning, earlier, task, tools, correction }: AskedTurn,
): Promise<{ waits: StepResult<never> } | { recorded: RecordedPart[] }> {
  const { model, temperature, reasoning, turnTimeoutSeconds } = context.config;
  const asked = correction === undefined ? [] : [{ role: 'user' as const, content: correction }];
  const preceding = [...messagesOf(beginning, state, earlier), ...asked];
  const messages = [...messagesOf(beginning, state, earlier, task), ...asked];
  const startedAt = new Date(context.now());
  const turn = state.turns.length + 1;
  const part = { kind: 'turn', turn } as const;
  const place = { number: state.next, part, attempt: state.failures + 1, startedAt };
  const input = { precedingMessages: preceding.length, digest: digestOf(preceding, beginning) };
  const leftMs = context.timeoutMs === null ? Infinity : Math.max(1, context.timeoutMs - state.activeMs);
  const limitMs = Math.min(turnTimeoutSeconds * 1_000, leftMs);
  const timeUp = new StepFailure('MODEL_FAILED', `The model did not answer within ${limitMs / 1_000} s`);
  const words = context.parts.stream(turn);
  try {
    const question = { model, messages, tools, temperature, reasoning };
    const answer = await answerWithin(context, question, { limitMs, timeUp, onText: words.add });
    const finishedAt = new Date(context.now());
    const output = withoutUndefined({ ...(state.beginning === null && { beginning }), correction, ...answer });
    const done = { ...place, status: 'SUCCEEDED' as const, input, output, error: null, finishedAt };
    // If the turn is lost after this, it is paid and counted again. A committed turn is always counted.
    await context.modelTokens.count(answer.usage);
    const [recorded] = await Promise.all([context.parts.record([done]), words.end()]);
    return { recorded };
  } catch (failure) {
    if (context.signal.aborted) throw failure;
    if (!(failure instanceof StepFailure) || failure.code === 'INTERNAL_ERROR') throw failure;
    const finishedAt = new Date(context.now());
    const error = { code: failure.code, message: failure.message, componentId: null };
    await context.parts.record([{ ...place, status: 'FAILED', input, output: null, error, finishedAt }]);
    await words.end();
    if (failure === timeUp && limitMs === leftMs) throw beyondTime(state.activeMs + limitMs, state);
    return { waits: waitForTry(context, state.failures, failure) };
  }
}

interface AnswerLimits {
  limitMs: number;
  /** The failure if the time has passed. */
  timeUp: StepFailure;
  onText(text: string): void;
}

/** Asks the model. @throws StepFailure */
async function answerWithin(context: Context, question: TurnQuestion, { limitMs, timeUp, onText }: AnswerLimits) {
  const timeout = AbortSignal.timeout(limitMs);
  const [server] = await Promise.all([
    context.openCredential<ModelServer>('credential') as Promise<ModelServer>,
    context.modelTokens.requireSome(),
  ]);
  const signal = AbortSignal.any([context.signal, timeout]);
  return askTurn(server, question, { http: context.http, signal, now: context.now(), onText }).catch(
    (cause: unknown) => {
      throw timeout.aborted && !context.signal.aborted ? timeUp : cause;
    },
  );
}

/**
 * Returns how to wait for the next attempt of a turn.
 * @throws the failure if there is none
 */
function waitForTry(context: Context, failures: number, failure: StepFailure): StepResult<never> {
  const { maxAttempts = DEFAULT_TRIES, backoffSeconds = DEFAULT_PAUSE_SECONDS } = context.retry;
  if (!failure.retryable || failures + 1 >= maxAttempts) throw failure;
  const pauseMs = Math.min(backoffSeconds * 1_000 * 2 ** failures, MAX_PAUSE_MS);
  return { kind: 'waiting', until: new Date(context.now() + Math.max(pauseMs, failure.retryAfterMs ?? 0)) };
}
