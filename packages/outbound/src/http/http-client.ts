import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { errors } from 'undici';
import { StepFailure } from '@workflow/workflow-model';
import { LibraryUse } from '../library-use/library-use.ts';
import { AnswerFailure } from './answer-failure.ts';
import { decodeStream, decodeWhole } from './content-coding.ts';
import type { DispatcherOptions } from './guarded-dispatcher.ts';
import { createGuardedDispatcher } from './guarded-dispatcher.ts';
import type { HttpAnswer, HttpCall, SignIn, TakeBody } from './http-call.ts';
import { readBody, tooLarge } from './read-body.ts';
import { followRedirect, isRedirect } from './redirect.ts';
import { joinRepeated } from './response-headers.ts';
import { requireSignInHost } from './sign-in-hosts.ts';

/** Sends HTTP requests to addresses that workflows may reach. */
export interface HttpClient {
  /** Follows redirects. @throws StepFailure; rejects with the signal's reason when aborted. */
  send(call: HttpCall, signal: AbortSignal): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface HttpClientOptions extends DispatcherOptions {
  maxRedirects: number;
  /** Of a body that is read whole. */
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
        // What is given for it has no `renew`: a server that refuses that as well means what it says.
        const signIn = answer.status === 401 ? await current.signIn?.renew?.() : null;
        if (signIn) {
          current = signedInBy(current, signIn);
          continue;
        }
        const next = followRedirect(current, answer);
        if (next === null)
          return { url: current.url, ...(answer.status === 401 ? await handOver(current, answer) : answer) };
        if (redirects >= options.maxRedirects)
          throw new StepFailure('HTTP_TOO_MANY_REDIRECTS', `more than ${options.maxRedirects} redirects`);
        current = next;
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function signedInBy(call: HttpCall, signIn: SignIn): HttpCall {
  return { ...call, signIn };
}

/** A refused sign-in is read whole, as another one may follow. */
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
      path: `${call.url.pathname}${call.url.search}`,
      method: call.method as Dispatcher.HttpMethod,
      headers: { ...traceHeaders(call), ...call.headers, ...call.signIn?.headers, ...sent.headers },
      body: sent.body,
      signal,
    };
    const received = await new LibraryUse('undici').call(() => dispatcher.request(request));
    answer = { status: received.statusCode, headers: joinRepeated(received.headers) };
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

/** Reads the body whole, or hands it to the one who takes it. */
async function bodyOf(
  body: Readable,
  { call, answer, maxBytes }: Sent & { answer: Omit<HttpAnswer, 'body'> },
): Promise<Buffer> {
  const { headers, status } = answer;
  const encoding = headers['content-encoding'];
  const take = takerOf(call, answer);
  if (take !== null) {
    await passOn(body, take, encoding);
    return Buffer.alloc(0);
  }
  // RFC 9110 §8.6: of these answers the length says what another one would have.
  const hasBody = call.method !== 'HEAD' && status !== 204 && status !== 304;
  const received = await readBody(body, hasBody ? Number(headers['content-length'] ?? 0) : 0, maxBytes);
  return decodeWhole(received, encoding, maxBytes);
}

/** Who takes the body of an answer that is the last one. */
function takerOf(call: HttpCall, answer: Omit<HttpAnswer, 'body'>): TakeBody | null {
  const mayGoOn = isRedirect(answer) || (answer.status === 401 && call.signIn?.renew !== undefined);
  return mayGoOn ? null : (call.streamTo?.(answer) ?? null);
}

async function passOn(body: Readable, take: TakeBody, encoding: string | undefined): Promise<void> {
  // Nobody may be reading when it ends.
  body.on('error', () => undefined);
  try {
    await take(decodeStream(body, encoding));
  } finally {
    body.destroy();
  }
}

/** What is sent this time, and why reading it failed: the connection then ends for a reason that says less. */
function openBody({ body }: HttpCall) {
  if (body === null || typeof body === 'string') return { body, headers: {}, failure: () => null };
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

/** Failures of the library for what came, which is no answer. */
const ANSWERED = [errors.HTTPParserError, errors.ResponseContentLengthMismatchError, errors.HeadersOverflowError];

function failureOf(error: unknown, { call: { url }, answer, maxBytes }: Sent): StepFailure {
  if (error instanceof StepFailure) return error;
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(maxBytes);
  if (error instanceof errors.InvalidArgumentError)
    return new StepFailure('CONFIG_INVALID', `the request cannot be sent: ${message}`);
  const words = `${code ?? ''} ${message ?? ''}`.trim();
  if (answer !== null) return new AnswerFailure(`the answer of ${url.origin} cannot be read: ${words}`);
  if (ANSWERED.some((kind) => error instanceof kind))
    return new AnswerFailure(`${url.origin} answered no HTTP: ${words}`);
  return new StepFailure('HTTP_FAILED', `${url.origin} did not answer: ${words}`);
}
