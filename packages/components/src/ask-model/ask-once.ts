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
  /** null: a text is asked for. */
  schema: JsonObject | null;
}

export interface Answer {
  text: string;
  usage: ModelUsage;
  /** It ended because it had as many tokens as it may. */
  isCut: boolean;
}

/** One question and one answer. @throws StepFailure; rejects with the signal's reason */
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
      // The component's own retries wait as long as the server says.
      maxRetries: 0,
      ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
      ...(temperature !== undefined && { temperature }),
      ...(schema !== null && { output: Output.object({ schema: jsonSchema(schema) }) }),
    } satisfies Parameters<typeof generateText>[0];
    const given = await new LibraryUse('ai').call(() => generateText(settings));
    return { text: given.text, usage: usageOf(given.usage), isCut: given.finishReason === 'length' };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    // What is no JSON, or cut: it was an answer, and cost tokens.
    if (NoObjectGeneratedError.isInstance(error))
      return { text: error.text ?? '', usage: usageOf(error.usage), isCut: error.finishReason === 'length' };
    throw await modelFailure(error, now);
  }
}

/** A server that says nothing of tokens counts none. */
function usageOf(usage: { inputTokens: number | undefined; outputTokens: number | undefined } | undefined): ModelUsage {
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
}

/** The library is large, and few executors need it. */
async function load() {
  const [
    { generateText, jsonSchema, NoObjectGeneratedError, Output },
    { createOpenAICompatible },
    { createAnthropic },
  ] = await Promise.all([import('ai'), import('@ai-sdk/openai-compatible'), import('@ai-sdk/anthropic')]);
  // It writes what a server does not support to the console.
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
