import type { ResolvedConfig } from '@workflow/component-kit';
import {
  AnswerFailure,
  asText,
  defineRunner,
  headerField,
  readHttpUrl,
  requireSignInHost,
  statusFailure,
  StepFailure,
  type HttpAnswer,
  type HttpCall,
  type JsonObject,
  type RunContext,
  type SignIn,
} from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';
import { encodeBody } from './encode-body.ts';
import type { EncodedBody } from './encoded-body.ts';
import { readAnswer } from './read-answer.ts';
import { fieldsOf } from './repeated-names.ts';
import { isIdempotent, Repeats } from './repeats.ts';
import { StoredAnswer } from './stored-answer.ts';
import { awaitTurn, blockAsAsked, throttledKeys } from './throttle.ts';

type Config = ResolvedConfig<typeof descriptor.configSchema>;

/**
 * Sends a request with an `Idempotency-Key` that is equal in all attempts, so that the receiver can detect a
 * repetition. A header of that name in the config replaces it.
 */
export const runner = defineRunner(descriptor, {
  async run(context) {
    const { config } = context;
    const { method, url, headers = {}, query = {}, body = null, bodyType, responseAs } = config;
    const input = { method, url, headers, query, body, bodyType, ...(responseAs === 'file' && { responseAs }) };
    context.recordInput(input);
    const signIn = await context.openCredential<SignIn>('credential');
    const call = { ...buildCall(config, await bodyOf(context), context.idempotencyKey), signIn };
    requireSignInHost(call);
    const stored = responseAs === 'file' ? new StoredAnswer(context, call.url) : null;
    const keys = await throttledKeys(context, config.throttle, call.url);
    const wait = await awaitTurn(context, keys);
    if (wait !== null) return wait;
    await context.beginEffect(input);
    // Another branch may have ended the session since the commit.
    context.signal.throwIfAborted();
    const repeats = new Repeats(context);
    const answer = await sendOnce(context, { ...call, ...stored?.streaming, onAnswer: (hop) => repeats.onAnswer(hop) });
    await blockAsAsked(context, keys, answer);
    const { text, ...read } = stored?.file ? { text: null, body: stored.file } : readAnswer(answer);
    const output = { status: answer.status, headers: answer.headers as JsonObject, ...read };
    if (answer.status < 400 || config.acceptAnyStatus)
      return {
        kind: 'succeeded',
        output: context.isOutputRead('text') && text !== null ? { ...output, text } : output,
      };
    repeats.onEnd();
    const request = `${method} ${asText(url).split('?', 1)[0]}`;
    throw statusFailure(answer, `${request} answered ${answer.status}`, context.now(), output);
  },
});

/**
 * Sends a request. A request that got a response is not sent again unless it is idempotent, because it may have had an
 * effect.
 */
async function sendOnce({ http }: RunContext<Config>, call: HttpCall): Promise<HttpAnswer> {
  try {
    return await http.send(call);
  } catch (error) {
    if (!(error instanceof AnswerFailure) || isIdempotent(call.method)) throw error;
    throw new StepFailure('HTTP_FAILED', `${error.message}. The request is not sent again`, { retryable: false });
  }
}

function bodyOf({ config, files }: RunContext<Config>): Promise<EncodedBody> | null {
  const { method, body, bodyType } = config;
  return body !== undefined && method !== 'GET' && method !== 'HEAD' ? encodeBody(body, bodyType, files) : null;
}

function buildCall(
  { method, url: written, headers: given = {}, query = {} }: Config,
  encoded: EncodedBody | null,
  key: string,
): HttpCall {
  const url = readHttpUrl(asText(written));
  addQuery(url, query);
  const headers: Record<string, string> = {
    'accept-encoding': 'identity',
    'user-agent': 'workflow-automation',
    accept: '*/*',
    'idempotency-key': key,
  };
  if (encoded !== null) headers['content-type'] = encoded.contentType;
  if (url.username !== '' || url.password !== '') headers.authorization = takeCredentials(url);
  for (const [name, one] of Object.entries(given)) headers[name.toLowerCase()] = headerField(name, one);
  // Only the encoder knows the boundary between the parts.
  if (encoded?.isMultipart === true) headers['content-type'] = encoded.contentType;
  return { method, url, headers, body: encoded?.body ?? null };
}

/** Appends to the query of the URL, which otherwise stays unchanged, because it may be part of a signature. */
function addQuery(url: URL, query: NonNullable<Config['query']>): void {
  const more = new URLSearchParams(fieldsOf(query as JsonObject, 'the query')).toString();
  if (more === '') return;
  const separator = url.search === '' || url.search.endsWith('&') ? '' : '&';
  url.search = `${url.search}${separator}${more}`;
}

function takeCredentials(url: URL): string {
  const credentials = `${decodeCredential(url.username)}:${decodeCredential(url.password)}`;
  url.username = '';
  url.password = '';
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}

function decodeCredential(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StepFailure('CONFIG_INVALID', 'The user name or password in url is not percent-encoded');
  }
}
