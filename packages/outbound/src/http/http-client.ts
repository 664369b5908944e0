import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { errors } from 'undici';
import { StepFailure } from '@workflow/workflow-model';
import { LibraryUse } from '../library-use/library-use.ts';
import { AnswerFailure } from './answer-failure.ts';
import { decodeStream, decodeWhole } from './content-coding.ts';
import type { DispatcherOptions } from './guarded-dispatcher.ts';
import { createGuardedDispatcher } from './guarded-dispatcher.ts';
import type { HttpAnswer, HttpCall, SignIn, ReadBody } from './http-call.ts';
import { readBody, tooLarge } from './read-body.ts';
import { inTurns } from './read-in-turns.ts';
import { followRedirect, isRedirect } from './redirect.ts';
import { joinRepeated } from './response-headers.ts';
import { requireSignInHost } from './sign-in-hosts.ts';
import { pathOf } from './sign-in-query.ts';

/** Sends HTTP requests to hosts that workflows may reach. */
export interface HttpClient {
  /**
   * Sends a request and follows redirects.
   * @throws StepFailure; rejects with the signal's reason if aborted
   */
  send(call: HttpCall, signal: AbortSignal): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface HttpClientOptions extends DispatcherOptions {
  maxRedirects: number;
  /** Maximum size of a body that is read as a whole. */
  maxResponseBytes: number;
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const dispatcher = createGuardedDispatcher(options);
  return {
    async send(call, signal) {
      requireSignInHost(call);
      let current = call;
      for (let redirects = 0; ; redirects += 1) {
        const answer = await sendOnce(dispatcher, current, signal, options.maxResponseBytes);
        // The renewed sign-in has no `renew`. If the server refuses that one too, its answer is final.
        const signIn = answer.status === 401 ? await current.signIn?.renew?.() : null;
        if (signIn) {
          current = signedInBy(current, signIn);
          continue;
        }
        const next = followRedirect(current, answer);
        if (next === null)
          return { url: current.url, ...(answer.status === 401 ? await handOver(current, answer) : answer) };
        if (redirects >= options.maxRedirects)
          throw new StepFailure(
            'HTTP_TOO_MANY_REDIRECTS',
            `The request was redirected more than ${options.maxRedirects} times`,
          );
        current = next;
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function signedInBy(call: HttpCall, signIn: SignIn): HttpCall {
  return { ...call, signIn };
}

/** Handles an answer. The answer to a refused sign-in is read as a whole, because another one may follow. */
async function handOver(call: HttpCall, answer: HttpAnswer): Promise<HttpAnswer> {
  if (call.signIn?.renew === undefined) return answer;
  const take = call.streamTo?.(answer) ?? null;
  if (take === null) return answer;
  await take(onlyOne(answer.body));
  return { ...answer, body: Buffer.alloc(0) };
}

async function* onlyOne(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function sendOnce(
  dispatcher: Dispatcher,
  call: HttpCall,
  signal: AbortSignal,
  maxBytes: number,
): Promise<HttpAnswer> {
  const sent = openBody(call);
  let answer: Omit<HttpAnswer, 'body'> | null = null;
  try {
    const request: Dispatcher.RequestOptions = {
      origin: call.url.origin,
      path: pathOf(call),
      method: call.method as Dispatcher.HttpMethod,
      headers: { ...traceHeaders(call), ...call.headers, ...call.signIn?.headers, ...sent.headers },
      body: sent.body,
      signal,
    };
    const received = await new LibraryUse('undici').call(() => dispatcher.request(request));
    answer = { status: received.statusCode, headers: joinRepeated(received.headers) };
    call.onAnswer?.({ method: call.method, status: answer.status });
    return { ...answer, body: await bodyOf(received.body, { call, answer, maxBytes }) };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw failureOf(sent.failure() ?? error, { call, answer, maxBytes });
  }
}

interface Sent {
  call: HttpCall;
  answer: Omit<HttpAnswer, 'body'> | null;
  maxBytes: number;
}

/** Reads the body as a whole, or passes it to its reader. */
async function bodyOf(
  body: Readable,
  { call, answer, maxBytes }: Sent & { answer: Omit<HttpAnswer, 'body'> },
): Promise<Buffer> {
  const { headers, status } = answer;
  const encoding = headers['content-encoding'];
  const take = readerOf(call, answer);
  if (take !== null) {
    await passOn(body, take, encoding);
    return Buffer.alloc(0);
  }
  // RFC 9110 §8.6: in these answers the length is that of the answer to another request.
  const hasBody = call.method !== 'HEAD' && status !== 204 && status !== 304;
  const received = await readBody(body, hasBody ? Number(headers['content-length'] ?? 0) : 0, maxBytes);
  return decodeWhole(received, encoding, maxBytes);
}

/** Returns the reader of an answer's body if the answer is the last one. */
function readerOf(call: HttpCall, answer: Omit<HttpAnswer, 'body'>): ReadBody | null {
  const mayGoOn = isRedirect(answer) || (answer.status === 401 && call.signIn?.renew !== undefined);
  return mayGoOn ? null : (call.streamTo?.(answer) ?? null);
}

async function passOn(body: Readable, take: ReadBody, encoding: string | undefined): Promise<void> {
  // Nobody may be reading when the body ends.
  body.on('error', () => undefined);
  try {
    await take(inTurns(decodeStream(body, encoding)));
  } finally {
    body.destroy();
  }
}

/**
 * Opens the body for this attempt, and records why reading it failed, because the error of the connection is less
 * precise.
 */
function openBody({ body }: HttpCall) {
  if (body === null) return { body, headers: {}, failure: () => null };
  // A small `Buffer` is part of a pool of 64 KiB, which it would keep in memory until the answer arrives.
  if (typeof body === 'string') return { body: new TextEncoder().encode(body), headers: {}, failure: () => null };
  let failure: unknown = null;
  async function* read(opened: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* opened;
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  return {
    body: read(body.open()) as unknown as Readable,
    headers: { 'content-length': String(body.bytes) },
    failure: () => failure,
  };
}

function traceHeaders({ trace, headers }: HttpCall): Record<string, string> {
  if (!trace || headers.traceparent !== undefined) return {};
  const { traceparent, tracestate } = trace;
  return tracestate === null ? { traceparent } : { traceparent, tracestate };
}

/** Errors of the library for bytes that are not a valid answer. */
const ANSWERED = [errors.HTTPParserError, errors.ResponseContentLengthMismatchError, errors.HeadersOverflowError];

function failureOf(error: unknown, { call: { url }, answer, maxBytes }: Sent): StepFailure {
  if (error instanceof StepFailure) return error;
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(maxBytes);
  if (error instanceof errors.InvalidArgumentError)
    return new StepFailure('CONFIG_INVALID', `The request cannot be sent: ${message}`);
  const words = `${code ?? ''} ${message ?? ''}`.trim();
  if (answer !== null) return new AnswerFailure(`The answer of ${url.origin} cannot be read: ${words}`);
  if (ANSWERED.some((kind) => error instanceof kind))
    return new AnswerFailure(`${url.origin} did not answer in HTTP: ${words}`);
  return new StepFailure('HTTP_FAILED', `${url.origin} did not answer: ${words}`);
}
