import type { ModelMessage } from 'ai';
import type { ComponentHttp, JsonObject, ModelServer } from '@workflow/component-kit/run';
import { LibraryUse } from '@workflow/outbound/library-use';
import { modelFailure } from '../models/failures.ts';
import { guardedFetch } from '../models/guarded-fetch.ts';
import { usageOf } from '../models/model-usage.ts';
import { openModel } from '../models/open-model.ts';
import type { TurnOutput } from './conversation.ts';

export interface TurnQuestion {
  model: string;
  messages: ModelMessage[];
  tools: Record<string, { description: string; schema: JsonObject }>;
  temperature?: number | undefined;
  reasoning?: 'none' | 'low' | 'medium' | 'high' | undefined;
}

/** Asks the model for one turn. @throws StepFailure; rejects with the signal's reason */
export async function askTurn(
  server: ModelServer,
  { model, messages, tools, temperature, reasoning }: TurnQuestion,
  { http, signal, now }: { http: ComponentHttp; signal: AbortSignal; now: number },
): Promise<TurnOutput> {
  const { generateText, jsonSchema } = await import('ai');
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  try {
    const settings = {
      ...(await openModel(server, model, { fetch: guardedFetch(http), reasons: reasoning !== undefined })),
      messages,
      allowSystemInMessages: true,
      abortSignal: signal,
      // The agent repeats a turn itself, after the time that the server asks for.
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
    } satisfies Parameters<typeof generateText>[0];
    const given = await new LibraryUse('ai').call(() => generateText(settings));
    const problems = given.toolCalls.flatMap((call): [string, string][] =>
      call.invalid === true ? [[call.toolCallId, messageOf(call.error)]] : [],
    );
    return {
      // The library answers invalid calls itself, in messages of the role tool.
      messages: given.responseMessages.filter(({ role }) => role === 'assistant'),
      text: given.text,
      usage: usageOf(given.usage),
      problems: Object.fromEntries(problems),
    };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw await modelFailure(error, now);
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 2_000);
}
