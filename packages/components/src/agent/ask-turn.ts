import type { AssistantModelMessage, ModelMessage } from 'ai';
import { StepFailure, type ComponentHttp, type JsonObject, type ModelServer } from '@workflow/component-kit/run';
import { LibraryUse } from '@workflow/outbound/library-use';
import { modelFailure } from '../models/failures.ts';
import { AnsweredWhole, guardedFetch } from '../models/guarded-fetch.ts';
import { usageOf } from '../models/model-usage.ts';
import { openModel } from '../models/open-model.ts';
import type { TurnOutput } from './stored-turn.ts';

export interface TurnQuestion {
  model: string;
  messages: ModelMessage[];
  tools: Record<string, { description: string; schema: JsonObject }>;
  temperature?: number | undefined;
  reasoning?: 'none' | 'low' | 'medium' | 'high' | undefined;
}

interface TurnOptions {
  http: ComponentHttp;
  signal: AbortSignal;
  now: number;
  /** Gets the text of the answer as it is generated. */
  onText(text: string): void;
}

/** Asks the model for one turn. @throws StepFailure; rejects with the signal's reason */
export async function askTurn(
  server: ModelServer,
  question: TurnQuestion,
  options: TurnOptions,
): Promise<Omit<TurnOutput, 'beginning' | 'correction'>> {
  const { signal, now } = options;
  try {
    return await new LibraryUse('ai').call(() => streamTurn(server, question, options));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw await modelFailure(error, now);
  }
}

/** Maximum number of calls of one turn. Each becomes a part of the step. */
const MAX_CALLS = 500;

async function streamTurn(server: ModelServer, question: TurnQuestion, options: TurnOptions) {
  const abandoned = new AbortController();
  try {
    return await readStream(server, question, {
      ...options,
      signal: AbortSignal.any([options.signal, abandoned.signal]),
    });
  } finally {
    // The server may send more than was read.
    abandoned.abort();
  }
}

async function readStream(server: ModelServer, question: TurnQuestion, { http, signal, onText }: TurnOptions) {
  const { generateText, streamText } = await import('ai');
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const fetch = guardedFetch(http, signal);
  const settings = await settingsOf(server, question, { signal, fetch });
  // The stream reports the failure as its error part.
  const answer = streamText({ ...settings, onError: () => undefined });
  let calls = 0;
  for await (const part of answer.stream) {
    if (part.type === 'text-delta') onText(part.text);
    if (part.type === 'tool-call') requireFewCalls((calls += 1));
    if (part.type === 'abort') throw signal.reason;
    if (part.type !== 'error') continue;
    const answered = AnsweredWhole.in(part.error);
    if (answered === null) throw part.error;
    // Some compatible servers cannot stream, so the answer is read as a whole.
    const whole = await generateText(await settingsOf(server, question, { signal, fetch: () => answered.answer() }));
    onText(whole.text);
    return outputOf(whole);
  }
  const [finishReason, rawFinishReason] = [await answer.finishReason, await answer.rawFinishReason];
  if (finishReason === 'interrupted' || (finishReason === 'other' && rawFinishReason === undefined))
    throw new StepFailure('MODEL_FAILED', 'The stream of the model server ended before the answer was complete');
  return outputOf({
    responseMessages: await answer.responseMessages,
    usage: await answer.usage,
    toolCalls: await answer.toolCalls,
    finishReason,
  });
}

async function settingsOf(
  server: ModelServer,
  { model, messages, tools, temperature, reasoning }: TurnQuestion,
  { signal, fetch }: { signal: AbortSignal; fetch: typeof globalThis.fetch },
) {
  const { jsonSchema } = await import('ai');
  return {
    ...(await openModel(server, model, { fetch, reasons: reasoning !== undefined })),
    messages,
    allowSystemInMessages: true,
    abortSignal: signal,
    // The agent repeats a turn itself, after the time that the server requests.
    maxRetries: 0,
    // Without `execute` the library only reports the calls.
    tools: Object.fromEntries(
      Object.entries(tools).map(([name, { description, schema }]) => [
        name,
        { description, inputSchema: jsonSchema(schema) },
      ]),
    ),
    ...(temperature !== undefined && { temperature }),
    ...(reasoning !== undefined && { reasoning }),
  };
}

const CUT: Readonly<Record<string, TurnOutput['cut']>> = { length: 'length', 'content-filter': 'filter' };

interface Given {
  responseMessages: readonly ModelMessage[];
  usage: Parameters<typeof usageOf>[0];
  toolCalls: readonly { toolCallId: string; invalid?: boolean | undefined; error?: unknown }[];
  finishReason: string;
}

/** @throws StepFailure MODEL_FAILED */
function requireFewCalls(count: number): void {
  if (count > MAX_CALLS)
    throw new StepFailure('MODEL_FAILED', `The model asked for more than ${MAX_CALLS} calls in one turn`);
}

function outputOf({ responseMessages, usage, toolCalls, finishReason }: Given) {
  requireFewCalls(toolCalls.length);
  const problems = toolCalls.flatMap((call): [string, string][] =>
    call.invalid === true ? [[call.toolCallId, messageOf(call.error)]] : [],
  );
  return {
    // The library answers invalid calls itself, in messages of the role tool, which are left out.
    messages: responseMessages.filter((message): message is AssistantModelMessage => message.role === 'assistant'),
    usage: usageOf(usage),
    problems: Object.fromEntries(problems),
    cut: CUT[finishReason],
  };
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 2_000);
}
