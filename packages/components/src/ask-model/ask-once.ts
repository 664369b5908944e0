import type { ModelMessage } from 'ai';
import type { ComponentHttp, JsonObject, ModelServer, ModelUsage } from '@workflow/component-kit/run';
import { LibraryUse } from '@workflow/outbound/library-use';
import { guardedFetch } from '../models/guarded-fetch.ts';
import { modelFailure } from '../models/failures.ts';
import { usageOf } from '../models/model-usage.ts';
import { openModel } from '../models/open-model.ts';

/** How much the model reasons before it answers. */
type Reasoning = 'none' | 'low' | 'medium' | 'high';

export interface Question {
  model: string;
  messages: ModelMessage[];
  maxTokens?: number | undefined;
  temperature?: number | undefined;
  /** Undefined for the default of the server. */
  reasoning?: Reasoning | undefined;
  /** The schema of the answer; null for text. */
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
  { model, messages, maxTokens, temperature, reasoning, schema }: Question,
  { http, signal, now }: { http: ComponentHttp; signal: AbortSignal; now: number },
): Promise<Answer> {
  const { generateText, jsonSchema, NoObjectGeneratedError, Output } = await loadLibrary();
  try {
    const settings = {
      ...(await openModel(server, model, { fetch: guardedFetch(http), reasons: reasoning !== undefined })),
      messages,
      allowSystemInMessages: true,
      abortSignal: signal,
      // The retries of the component wait as long as the server requests.
      maxRetries: 0,
      ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
      ...(temperature !== undefined && { temperature }),
      ...(reasoning !== undefined && { reasoning }),
      ...(schema !== null && { output: Output.object({ schema: jsonSchema(schema) }) }),
    } satisfies Parameters<typeof generateText>[0];
    const generated = await new LibraryUse('ai').call(() => generateText(settings));
    return { text: generated.text, usage: usageOf(generated.usage), isCut: generated.finishReason === 'length' };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    // An answer that is not JSON, or cut, is still an answer that cost tokens.
    if (NoObjectGeneratedError.isInstance(error))
      return { text: error.text ?? '', usage: usageOf(error.usage), isCut: error.finishReason === 'length' };
    throw await modelFailure(error, now);
  }
}

/** Loads the library when it is needed, and disables its warnings about unsupported features on the console. */
async function loadLibrary() {
  const library = await import('ai');
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  return library;
}
