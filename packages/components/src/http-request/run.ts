import type { ResolvedConfig } from '@workflow/component-kit';
import {
  asText,
  defineRunner,
  readHttpUrl,
  readRetryAfterMs,
  requireSignInHost,
  StepFailure,
  type HttpAnswer,
  type HttpCall,
  type Json,
  type JsonObject,
  type SignIn,
} from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';
import { readAnswer } from './read-answer.ts';
import { awaitTurn, blockAsAsked, throttledKeys } from './throttle.ts';

type Config = ResolvedConfig<typeof descriptor.configSchema>;
type BodyType = Config['bodyType'];

const CONTENT_TYPES: Record<BodyType, string> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain; charset=utf-8',
};
/** Statuses below 500 that another try may change: time-out, too early, too many requests. */
const RETRYABLE_STATUSES = new Set([408, 425, 429]);

/** Sends a request whose `Idempotency-Key` is the same on every try, so that the receiver can tell a repetition. */
export const runner = defineRunner(descriptor, {
  async run(context) {
    const { config } = context;
    const { method, url, headers = {}, query = {}, body = null, bodyType } = config;
    const input = { method, url, headers, query, body, bodyType };
    context.recordInput(input);
    const signIn = await context.openCredential<SignIn>('credential');
    const call = { ...buildCall(config, context.idempotencyKey), signIn };
    requireSignInHost(call);
    const keys = await throttledKeys(context, config.throttle, call.url);
    const wait = await awaitTurn(context, keys);
    if (wait !== null) return wait;
    await context.beginEffect(input);
    // Between the commit and here another branch may have ended the session.
    context.signal.throwIfAborted();
    const answer = await context.http.send(call);
    await blockAsAsked(context, keys, answer);
    const { text, ...read } = readAnswer(answer);
    const output = { status: answer.status, headers: answer.headers as JsonObject, ...read };
    if (answer.status < 400 || config.acceptAnyStatus)
      return {
        kind: 'succeeded',
        output: context.isOutputRead('text') && text !== null ? { ...output, text } : output,
      };
    throw statusFailure(answer, `${method} ${asText(url).split('?', 1)[0]}`, output, context.now());
  },
});

function statusFailure({ status, headers }: HttpAnswer, request: string, output: Json, nowMs: number): StepFailure {
  return new StepFailure('HTTP_STATUS', `${request} answered ${status}`, {
    retryable: status >= 500 || RETRYABLE_STATUSES.has(status),
    retryAfterMs: readRetryAfterMs(headers, nowMs),
    output,
  });
}

function buildCall(
  { method, url: written, headers: given = {}, query = {}, body: value, bodyType }: Config,
  key: string,
): HttpCall {
  const url = readHttpUrl(asText(written));
  for (const [name, one] of Object.entries(query)) url.searchParams.append(name, asText(one));
  const body = value !== undefined && method !== 'GET' && method !== 'HEAD' ? encodeBody(value, bodyType) : null;
  const headers: Record<string, string> = {
    'accept-encoding': 'identity',
    'user-agent': 'workflow-automation',
    accept: '*/*',
  };
  if (body !== null) headers['content-type'] = CONTENT_TYPES[bodyType];
  if (url.username !== '' || url.password !== '') headers.authorization = takeCredentials(url);
  for (const [name, one] of Object.entries(given)) headers[name.toLowerCase()] = asText(one);
  headers['idempotency-key'] = key;
  return { method, url, headers, body };
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
    throw new StepFailure('CONFIG_INVALID', 'the user name or password in url is not percent-encoded');
  }
}

function encodeBody(body: Json, bodyType: BodyType): string {
  if (bodyType === 'text') return asText(body);
  if (bodyType === 'form') return encodeForm(body);
  // A text that is JSON already, as a mixed template gives it, goes as it is.
  return typeof body === 'string' && isJson(body) ? body : JSON.stringify(body);
}

function encodeForm(body: Json): string {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new StepFailure('CONFIG_INVALID', 'the body of a form must be an object');
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body))
    for (const item of Array.isArray(value) ? value : [value]) form.append(name, asText(item));
  return form.toString();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
