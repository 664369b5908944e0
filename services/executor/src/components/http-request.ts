import type { Component, Json, JsonObject } from '@workflow/workflow-model';
import { compileTemplate } from '../expressions/compile-template.ts';
import { StepFailure } from '../session/step-failure.ts';
import type { ComponentType, ReadyComponent, StepContext, StepResult } from './component.ts';
import type { HttpAnswer, HttpCall } from './http/http-client.ts';
import { readHttpUrl } from './http/http-url.ts';

const CONTENT_TYPES: Record<string, string> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain; charset=utf-8',
};
/** Statuses below 500 that another try may change: time-out, too early, too many requests. */
const RETRYABLE_STATUSES = new Set([408, 425, 429]);

/** Sends a request whose `Idempotency-Key` is the same on every try, so that the receiver can tell a repetition. */
export const httpRequest: ComponentType = { hasEffect: true, prepare };

function prepare(component: Component): ReadyComponent {
  const { config } = component;
  const templates = compileTemplate({ url: config.url ?? '', headers: config.headers ?? {}, query: config.query ?? {}, body: config.body ?? null });
  const method = String(config.method ?? 'GET').toUpperCase();
  const bodyType = String(config.bodyType ?? 'json');
  return async (context) => {
    const resolved = (await templates(context)) as ResolvedRequest;
    const input = { method, ...resolved, bodyType };
    context.recordInput(input);
    const call = buildCall(context, method, bodyType, resolved, config.body !== undefined);
    await context.beginEffect(input);
    // Between the commit and here another branch may have ended the session.
    context.signal.throwIfAborted();
    const answer = await context.http.send(call, context.signal);
    return toResult(answer, method, resolved.url, config.acceptAnyStatus === true);
  };
}

interface ResolvedRequest {
  [part: string]: Json;
  url: Json;
  headers: JsonObject;
  query: JsonObject;
  body: Json;
}

function buildCall(context: StepContext, method: string, bodyType: string, resolved: ResolvedRequest, hasBody: boolean): HttpCall {
  const url = readHttpUrl(asText(resolved.url));
  for (const [name, value] of Object.entries(resolved.query)) url.searchParams.append(name, asText(value));
  const body = hasBody && method !== 'GET' && method !== 'HEAD' ? encodeBody(resolved.body, bodyType) : null;
  const headers: Record<string, string> = { 'accept-encoding': 'identity', 'user-agent': 'workflow-automation', accept: '*/*' };
  if (body !== null) headers['content-type'] = CONTENT_TYPES[bodyType] ?? 'application/json';
  if (url.username !== '' || url.password !== '') headers.authorization = takeCredentials(url);
  for (const [name, value] of Object.entries(resolved.headers)) headers[name.toLowerCase()] = asText(value);
  headers['idempotency-key'] = context.idempotencyKey;
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

function encodeBody(body: Json, bodyType: string): string {
  if (bodyType === 'text') return asText(body);
  if (bodyType === 'form') return encodeForm(body);
  // A text that is JSON already, as a mixed template gives it, goes as it is.
  return typeof body === 'string' && isJson(body) ? body : JSON.stringify(body);
}

function encodeForm(body: Json): string {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new StepFailure('CONFIG_INVALID', 'the body of a form must be an object');
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) for (const item of Array.isArray(value) ? value : [value]) form.append(name, asText(item));
  return form.toString();
}

function toResult(answer: HttpAnswer, method: string, url: Json, acceptAnyStatus: boolean): StepResult {
  const { status } = answer;
  const output = { status, headers: answer.headers as JsonObject, body: readBody(answer) };
  if (status < 400 || acceptAnyStatus) return { kind: 'succeeded', output };
  const retryable = status >= 500 || RETRYABLE_STATUSES.has(status);
  throw new StepFailure('HTTP_STATUS', `${method} ${asText(url).split('?', 1)[0]} answered ${status}`, { retryable, output });
}

function readBody({ body, headers }: HttpAnswer): Json {
  const text = body.toString('utf8');
  const mediaType = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isJsonType = mediaType === 'application/json' || mediaType.endsWith('+json');
  if (!isJsonType) return text;
  if (text === '') return null;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
