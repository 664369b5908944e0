import { readFields, type ResolvedConfig } from '@workflow/component-kit';
import {
  defineRunner,
  StepFailure,
  withoutChildrenOfFailure,
  type Json,
  type JsonObject,
  type ModelServer,
  type RunContext,
  type StepResult,
} from '@workflow/component-kit/run';
import { answerSchema } from '../models/answer-schema.ts';
import { readAnswer } from '../models/read-answer.ts';
import { askTurn } from './ask-turn.ts';
import { freezeBeginning, toolsForModel, type Beginning } from './begin.ts';
import {
  digestOf,
  earlierResult,
  messagesOf,
  readConversation,
  type Conversation,
  type TurnOutput,
} from './conversation.ts';
import { descriptor } from './descriptor.ts';
import { runCalls, type ApprovalRule } from './run-calls.ts';

type Config = ResolvedConfig<typeof descriptor.configSchema>;
type Context = RunContext<Config>;

/** Tries of one turn, and the first pause between two of them. */
const MAX_TRIES = 3;
const PAUSE_MS = 1_000;

/**
 * Lets a model work turn by turn. Each turn and each call of a tool is a part of the step that is committed when it
 * ends, so after a crash the agent continues behind the last one.
 */
export const runner = defineRunner(descriptor, {
  run: (context) => withoutChildrenOfFailure(context, () => proceed(context)),
});

async function proceed(context: Context): Promise<StepResult> {
  // The agent repeats single turns. A repetition of the step would count them again.
  context.allowRetry(false);
  const { model, temperature, reasoning, maxTurns, maxTokens } = context.config;
  let state = readConversation(await context.parts.read());
  const beginning = state.beginning ?? (await freezeBeginning(context, beginningOf(context.config)));
  const input = JSON.parse(
    JSON.stringify({ model, temperature, reasoning, instructions: beginning.instructions, prompt: beginning.prompt }),
  ) as JsonObject;
  await context.beginEffect({
    ...input,
    tools: beginning.tools.map(({ name }) => name),
    maxTurns,
    ...(maxTokens !== undefined && { maxTokens }),
  });
  for (;;) {
    const { turns } = state;
    const last = turns.at(-1);
    if (last !== undefined && last.calls.some(({ ended }) => ended === null)) {
      const waits = await runCalls(last.calls, {
        context,
        tools: beginning.tools,
        approvals: context.config.tools.map(({ approval }) => ruleOf(approval)),
        workflowName: beginning.workflowName,
        resultOf: (id) => earlierResult(turns, id),
      });
      if (waits !== null) return waits;
    } else {
      const correction = last === undefined ? null : nextOf(context.config, state, last.output);
      if (correction !== null && 'output' in correction) return correction;
      requireLimits(context, state);
      const pause = await takeTurn(context, state, beginning, correction?.message ?? null);
      if (pause !== null) return pause;
    }
    state = readConversation(await context.parts.read());
  }
}

function beginningOf({ instructions, prompt, tools, fields }: Config) {
  const wanted = readFields(fields as Json | undefined);
  if (wanted.length === 0) return { instructions, prompt, tools };
  const schema = JSON.stringify(answerSchema(wanted));
  const form = `When you are done, answer with nothing but a JSON object that matches this JSON Schema: ${schema}`;
  return { instructions: `${instructions}\n\n${form}`.trim(), prompt, tools };
}

/** The time limit of an approval that names none, in seconds: a day. */
const DEFAULT_APPROVAL_SECONDS = 86_400;

function ruleOf(approval: unknown): ApprovalRule | null {
  if (approval === undefined || approval === false) return null;
  if (approval === true) return { timeoutSeconds: DEFAULT_APPROVAL_SECONDS };
  return approval as ApprovalRule;
}

type Next = (StepResult & { kind: 'succeeded' }) | { message: string } | null;

/** Returns the result if the last turn is the answer, or the message that asks for another one. null: call results. */
function nextOf({ fields }: Config, { turns, usage }: Conversation, last: TurnOutput): Next {
  if ((turns.at(-1)?.calls.length ?? 0) > 0) return null;
  const more = { turns: turns.length, usage: { ...usage } };
  const wanted = readFields(fields as Json | undefined);
  if (wanted.length === 0) return { kind: 'succeeded', output: { text: last.text, ...more } };
  const read = readAnswer(last.text, wanted);
  if (read.ok) return { kind: 'succeeded', output: { ...read.value, ...more } };
  if (turns.at(-1)?.correction !== null)
    throw new StepFailure(
      'MODEL_ANSWER_INVALID',
      `The model gave an invalid answer twice: ${read.problems.join('; ')}`,
      {
        output: { text: last.text, ...more },
      },
    );
  return { message: `Your answer cannot be used: ${read.problems.join('; ')}. Answer again, with all fields.` };
}

/** @throws StepFailure AGENT_LIMIT that names the limit, with the text and the usage so far */
function requireLimits(context: Context, state: Conversation): void {
  const { maxTurns, maxTokens } = context.config;
  const { turns, usage, activeMs } = state;
  const limit =
    turns.length >= maxTurns
      ? `maxTurns: the agent has taken ${turns.length} turns`
      : maxTokens !== undefined && usage.totalTokens >= maxTokens
        ? `maxTokens: the agent has used ${usage.totalTokens} of ${maxTokens} tokens`
        : context.timeoutMs !== null && activeMs >= context.timeoutMs
          ? `timeoutSeconds: the turns took ${Math.round(activeMs / 1_000)} s`
          : null;
  if (limit === null) return;
  const output = { text: turns.at(-1)?.output.text ?? '', turns: turns.length, usage: { ...usage } };
  throw new StepFailure('AGENT_LIMIT', limit, { output });
}

/** Asks for the next turn and commits it. Returns how to wait before another try, or null. */
async function takeTurn(
  context: Context,
  state: Conversation,
  beginning: Beginning,
  correction: string | null,
): Promise<StepResult<never> | null> {
  const { model, temperature, reasoning, turnTimeoutSeconds } = context.config;
  const messages = messagesOf(beginning, state.turns);
  if (correction !== null) messages.push({ role: 'user', content: correction });
  const startedAt = new Date(context.now());
  const number = state.next;
  const part = { kind: 'turn', turn: state.turns.length + 1 } as const;
  const place = { number, part, attempt: state.failures + 1, startedAt };
  const input = JSON.parse(
    JSON.stringify({
      ...(state.beginning === null && { beginning }),
      ...(correction !== null && { correction }),
      precedingMessages: messages.length,
      digest: digestOf(messages),
    }),
  ) as JsonObject;
  const leftMs = context.timeoutMs === null ? Infinity : Math.max(1, context.timeoutMs - state.activeMs);
  const limitMs = Math.min(turnTimeoutSeconds * 1_000, leftMs);
  const timeout = AbortSignal.timeout(limitMs);
  try {
    const server = (await context.openCredential<ModelServer>('credential')) as ModelServer;
    await context.modelTokens.requireSome();
    const output = await askTurn(
      server,
      { model, messages, tools: toolsForModel(beginning.tools), temperature, reasoning },
      { http: context.http, signal: AbortSignal.any([context.signal, timeout]), now: context.now() },
    );
    await context.modelTokens.count(output.usage);
    const finishedAt = new Date(context.now());
    const stored = JSON.parse(JSON.stringify(output)) as Json;
    await context.parts.record([{ ...place, status: 'SUCCEEDED', input, output: stored, error: null, finishedAt }]);
    return null;
  } catch (cause) {
    if (context.signal.aborted) throw cause;
    const failure = timeout.aborted
      ? new StepFailure('MODEL_FAILED', `The model did not answer within ${limitMs / 1_000} s`)
      : cause;
    if (!(failure instanceof StepFailure) || failure.code === 'INTERNAL_ERROR') throw failure;
    const finishedAt = new Date(context.now());
    const error = { code: failure.code, message: failure.message, componentId: null };
    await context.parts.record([{ ...place, status: 'FAILED', input, output: null, error, finishedAt }]);
    if (!failure.retryable || place.attempt >= MAX_TRIES) throw failure;
    const pauseMs = Math.max(PAUSE_MS * 2 ** state.failures, failure.retryAfterMs ?? 0);
    return { kind: 'waiting', until: new Date(context.now() + pauseMs) };
  }
}
