import type { ComponentHttp, JsonObject, ModelServer, ModelUsage } from '@workflow/component-kit/run';
import { LibraryUse } from '@workflow/outbound/library-use';
import { guardedFetch } from './guarded-fetch.ts';
import { modelFailure } from './failures.ts';
import { namingTokenLimit } from './token-limit.ts';

interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface Question {
  model: string;
  messages: Message[];
  maxTokens?: number | undefined;
  temperature?: number | undefined;
  /** The schema of the answer. null: text. */
  schema: JsonObject | null;
}

export interface Answer {
  text: string;
  usage: ModelUsage;
  /** True if it ended at the maximum number of tokens. */
  isCut: boolean;
}

/** Sends one question and returns its answer. @throws StepFailure; rejects with the signal's reason */
export async function askOnce(
  server: ModelServer,
  { model, messages, maxTokens, temperature, schema }: Question,
  { http, signal, now }: { http: ComponentHttp; signal: AbortSignal; now: number },
): Promise<Answer> {
  const { generateText, jsonSchema, NoObjectGeneratedError, Output, openModel } = await load();
  try {
    const settings = {
      model: openModel(server, model, guardedFetch(http)),
      messages,
      allowSystemInMessages: true,
      abortSignal: signal,
      // The retries of the component wait as long as the server asks.
      maxRetries: 0,
      ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
      ...(temperature !== undefined && { temperature }),
      ...(schema !== null && { output: Output.object({ schema: jsonSchema(schema) }) }),
    } satisfies Parameters<typeof generateText>[0];
    const given = await new LibraryUse('ai').call(() => generateText(settings));
    return { text: given.text, usage: usageOf(given.usage), isCut: given.finishReason === 'length' };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    // An answer that is not JSON, or cut, is still an answer that cost tokens.
    if (NoObjectGeneratedError.isInstance(error))
      return { text: error.text ?? '', usage: usageOf(error.usage), isCut: error.finishReason === 'length' };
    throw await modelFailure(error, now);
  }
}

/** Returns the usage. If the server does not report tokens, it is 0. */
function usageOf(usage: { inputTokens: number | undefined; outputTokens: number | undefined } | undefined): ModelUsage {
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
}

/** Loads the library when it is needed, because it is large and few executors use it. */
async function load() {
  const [
    { generateText, jsonSchema, NoObjectGeneratedError, Output },
    { createOpenAICompatible },
    { createAnthropic },
  ] = await Promise.all([import('ai'), import('@ai-sdk/openai-compatible'), import('@ai-sdk/anthropic')]);
  // Switch off its warnings on the console about unsupported features.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const openModel = ({ api, baseUrl, apiKey }: ModelServer, model: string, fetch: typeof globalThis.fetch) =>
    api === 'anthropic'
      ? createAnthropic({ baseURL: baseUrl, apiKey, fetch })(model)
      : createOpenAICompatible({
          name: 'openai',
          baseURL: baseUrl,
          apiKey,
          fetch: namingTokenLimit(fetch),
          supportsStructuredOutputs: true,
        })(model);
  return { generateText, jsonSchema, NoObjectGeneratedError, Output, openModel };
}
