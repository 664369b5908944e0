import type { LanguageModel } from 'ai';
import type { JsonObject, ModelServer } from '@workflow/component-kit/run';
import { withCheckedCalls } from './checked-calls.ts';
import { namingTokenLimit } from './token-limit.ts';

/** A model of a server, and the options that requests to this server need. */
export interface OpenedModel {
  model: LanguageModel;
  providerOptions: Record<string, JsonObject>;
}

/**
 * Opens a model by the API of its server. Each library is loaded when needed: they are large, and few executors use
 * them.
 */
const OPENERS: Record<
  ModelServer['api'],
  (server: ModelServer, name: string, fetch: typeof globalThis.fetch) => Promise<LanguageModel>
> = {
  async responses({ baseUrl, apiKey, organization }, name, fetch) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    const openAi = createOpenAI({
      baseURL: baseUrl,
      apiKey,
      fetch,
      ...(organization !== undefined && { organization }),
    });
    return openAi.responses(name);
  },
  async 'chat-completions'({ baseUrl, apiKey }, name, fetch) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const settings = { name: 'openai', baseURL: baseUrl, apiKey, supportsStructuredOutputs: true, includeUsage: true };
    return withSharedSchema(createOpenAICompatible({ ...settings, fetch: namingTokenLimit(fetch) })(name));
  },
  async messages({ baseUrl, apiKey }, name, fetch) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL: baseUrl, apiKey, fetch })(name);
  },
};

/** The schema of the pieces of streamed answers, which belongs to no server. */
let chunkSchema: unknown;

/**
 * Replaces the schema that the library creates for each model by that of the first one. Each has about 100 KiB, which
 * would be in memory as long as an agent waits for its model.
 */
function withSharedSchema<Model extends object>(model: Model): Model {
  const own = model as { chunkSchema?: unknown };
  chunkSchema ??= own.chunkSchema;
  own.chunkSchema = chunkSchema;
  return model;
}

/**
 * Returns the options of requests. OpenAI stores no request and no response, and sends no summary of its reasoning,
 * which it refuses to organizations that it has not verified. Anthropic caches the question
 * (https://docs.anthropic.com/en/docs/build-with-claude/prompt-caching). OpenAI caches without being asked. Other
 * servers may refuse fields that they do not know, so they get none.
 */
function optionsOf(api: ModelServer['api'], reasons: boolean): Record<string, JsonObject> {
  if (api === 'responses')
    return { openai: { store: false, reasoningSummary: null, ...(reasons && { forceReasoning: true }) } };
  return api === 'messages' ? { anthropic: { cacheControl: { type: 'ephemeral' } } } : {};
}

/**
 * Opens a model of a server.
 * @param reasons true if the author chose how much the model reasons: the library omits this for models that it does
 * not know, unless it is forced
 */
export async function openModel(
  server: ModelServer,
  name: string,
  { fetch, reasons }: { fetch: typeof globalThis.fetch; reasons: boolean },
): Promise<OpenedModel> {
  const model = withCheckedCalls(await OPENERS[server.api](server, name, fetch));
  return { model, providerOptions: optionsOf(server.api, reasons) };
}
