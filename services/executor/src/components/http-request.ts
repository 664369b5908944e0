import type { Component, Json, JsonObject } from '@workflow/workflow-model';
import { asText, compileTemplate } from '../expressions/compile-template.ts';
import { compileUrlTemplate } from '../expressions/compile-url-template.ts';
import { StepFailure } from '../failures/step-failure.ts';
import type { ComponentType, OutputReaders, ReadyComponent, StepContext } from './component.ts';
import type { HttpAnswer, HttpCall } from './http/http-call.ts';
import { readHttpUrl } from './http/http-url.ts';
import { readAnswer } from './http/read-answer.ts';
import { readRetryAfterMs } from './http/retry-after.ts';
import { awaitTurn, blockAsAsked, prepareThrottle } from './http/throttle.ts';

const CONTENT_TYPES: Record<string, string> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain; charset=utf-8',
};
/** Statuses below 500 that another try may change: time-out, too early, too many requests. */
const RETRYABLE_STATUSES = new Set([408, 425, 429]);

/** Sends a request whose `Idempotency-Key` is the same on every try, so that the receiver can tell a repetition. */
export const httpRequest: ComponentType = { prepare };

function prepare(component: Component, readers: OutputReaders): ReadyComponent {
  const { config } = component;
  const urlTemplate = compileUrlTemplate(String(config.url ?? ''));
  const templates = compileTemplate({
    headers: config.headers ?? {},
    query: config.query ?? {},
    body: config.body ?? null,
  });
  const method = String(config.method ?? 'GET').toUpperCase();
  const bodyType = String(config.bodyType ?? 'json');
  const throttledKeys = prepareThrottle(config);
  const keepsText = readers.readField('text');
  return async (context) => {
    const url = await urlTemplate(context);
    const resolved = { url, ...((await templates(context)) as ResolvedParts) };
    const input = { method, ...resolved, bodyType };
    context.recordInput(input);
    const call = buildCall(context, method, bodyType, resolved, config.body !== undefined);
    const keys = await throttledKeys(context, call.url);
    const wait = await awaitTurn(context, keys);
    if (wait !== null) return wait;
    await context.beginEffect(input);
    // Between the commit and here another branch may have ended the session.
    context.signal.throwIfAborted();
    const answer = await context.http.send(call, context.signal);
    await blockAsAsked(context, keys, answer);
    const { text, ...body } = readAnswer(answer);
    const output: JsonObject = { status: answer.status, headers: answer.headers as JsonObject, ...body };
    if (answer.status < 400 || config.acceptAnyStatus === true)
      return { kind: 'succeeded', output: keepsText && text !== null ? { ...output, text } : output };
    throw statusFailure(answer, `${method} ${asText(resolved.url).split('?', 1)[0]}`, output, context.now());
  };
}

function statusFailure({ status, headers }: HttpAnswer, request: string, output: Json, nowMs: number): StepFailure {
  return new StepFailure('HTTP_STATUS', `${request} answered ${status}`, {
    retryable: status >= 500 || RETRYABLE_STATUSES.has(status),
    retryAfterMs: readRetryAfterMs(headers, nowMs),
    output,
  });
}

type ResolvedRequest = ResolvedParts & { url: Json };

interface ResolvedParts {
  [part: string]: Json;
  headers: JsonObject;
  query: JsonObject;
  body: Json;
}

function buildCall(
  context: StepContext,
  method: string,
  bodyType: string,
  resolved: ResolvedRequest,
  hasBody: boolean,
): HttpCall {
  const url = readHttpUrl(asText(resolved.url));
  for (const [name, value] of Object.entries(resolved.query)) url.searchParams.append(name, asText(value));
  const body = hasBody && method !== 'GET' && method !== 'HEAD' ? encodeBody(resolved.body, bodyType) : null;
  const headers: Record<string, string> = {
    'accept-encoding': 'identity',
    'user-agent': 'workflow-automation',
    accept: '*/*',
  };
  if (body !== null) headers['content-type'] = CONTENT_TYPES[bodyType] ?? 'application/json';
  if (url.username !== '' || url.password !== '') headers.authorization = takeCredentials(url);
  for (const [name, value] of Object.entries(resolved.headers)) headers[name.toLowerCase()] = asText(value);
  headers['idempotency-key'] = context.idempotencyKey;
  return { method, url, headers, body, trace: context.trace };
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

function encodeBody(body: Json, bodyType: string): string {
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
