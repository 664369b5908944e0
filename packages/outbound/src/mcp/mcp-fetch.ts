import { JsonShapes, StepFailure } from '@workflow/workflow-model';
import { checkedEvents, CollectedBytes } from '../checked-answers/checked-events.ts';
import type { HttpAnswer, HttpCall, SignIn } from '../http/http-call.ts';

/** Sends a request through the client that checks every connection. */
export type SendRequest = (call: HttpCall, signal: AbortSignal) => Promise<HttpAnswer>;

const MIB = 1024 * 1024;
/** The bytes of all answers of one session before a tool is called: how the server describes itself and its tools. */
const MAX_LIST_BYTES = 8 * MIB;
/** The bytes that the first call of a tool adds. */
const MAX_ANSWER_BYTES = 32 * MIB;
/**
 * The limits of all answers of one session together. The library reads an answer in one turn of the event loop: a
 * schema with 100,000 names takes 0.2 s.
 */
const SHAPES = { shapes: 50_000, containers: 200_000, uncounted: 65_536 };

/** The maximum number of requests of a server that the library answers in one session. Each answer is a request. */
const MAX_ANSWERED_REQUESTS = 100;

/** The events of a connection that the library does not report. */
export interface FetchEvents {
  /** A request was sent and failed, or its answer ended early. */
  onFailure(error: unknown): void;
  /** A stream ended before the answer to the request that it belongs to, and it cannot be resumed. */
  onStreamEnd(): void;
}

/**
 * Returns a `fetch` for the library of the protocol. Answers are passed on while they arrive. Each request is signed in
 * by our client, which renews a refused sign-in and follows redirects.
 */
export function mcpFetch(send: SendRequest, signIn: SignIn | null, signal: AbortSignal, events: FetchEvents) {
  const room = { bytes: MAX_LIST_BYTES, shapes: new JsonShapes(SHAPES), answers: MAX_ANSWERED_REQUESTS };
  let isCalled = false;
  return (target: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const method = init.method ?? 'GET';
    const ending = init.signal ? AbortSignal.any([signal, init.signal]) : signal;
    let isAnswered = false;
    const message = method === 'POST' ? messageIn(init.body) : {};
    if (method === 'POST' && message.method === undefined) room.answers -= 1;
    if (room.answers < 0) {
      const failure = new StepFailure('TOOL_FAILED', `The server sent more than ${MAX_ANSWERED_REQUESTS} requests`);
      events.onFailure(failure);
      return Promise.reject(failure);
    }
    if (message.method === 'tools/call' && !isCalled) {
      isCalled = true;
      room.bytes += MAX_ANSWER_BYTES;
    }
    const call: HttpCall = {
      method,
      url: new URL(target),
      headers: { ...headersOf(init.headers), 'accept-encoding': 'identity', 'user-agent': 'workflow-automation' },
      body: typeof init.body === 'string' ? init.body : null,
      signIn,
      onRedirect: refuseOtherHost,
      streamTo: (answer) => async (body) => {
        isAnswered = true;
        const stream = new TransformStream<Uint8Array, Uint8Array>();
        resolve(responseOf(answer, stream.readable));
        const call = method === 'POST' && isEventStream(answer) ? new CallStream(message.id ?? null) : null;
        const checked = isEventStream(answer)
          ? checkedEvents(counted(body, room), { ...EVENT_LIMITS, counter: room.shapes })
          : whole(counted(body, room), room.shapes);
        await pump(checked, stream.writable, call, events);
      },
    };
    send(call, ending).then(
      (answer) => resolve(responseOf(answer, answer.body.length > 0 ? new Uint8Array(answer.body) : null)),
      (error: unknown) => {
        if (!ending.aborted) events.onFailure(error);
        if (!isAnswered) reject(error as Error);
      },
    );
    return promise;
  };
}

/** Another server would get what is meant for this one. @throws StepFailure */
function refuseOtherHost(from: URL, to: URL): void {
  if (from.hostname === to.hostname) return;
  const message = `The MCP server ${from.hostname} redirects to another host, ${to.hostname}. Use the URL of that one`;
  throw new StepFailure('APP_UNREACHABLE', message, { retryable: false });
}

function headersOf(headers: RequestInit['headers']): Record<string, string> {
  return Object.fromEntries(new Headers(headers ?? {}).entries());
}

function isEventStream({ headers }: Pick<HttpAnswer, 'headers'>): boolean {
  return headers['content-type']?.startsWith('text/event-stream') === true;
}

function responseOf(
  { status, headers }: Pick<HttpAnswer, 'status' | 'headers'>,
  body: ReadableStream | Uint8Array<ArrayBuffer> | null,
): Response {
  const shown = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) shown.set(name, Array.isArray(value) ? value.join(', ') : value);
  return new Response(NULL_BODY.has(status) ? null : body, { status, headers: shown });
}

/** Statuses whose answers have no body (https://fetch.spec.whatwg.org/#null-body-status). */
const NULL_BODY = new Set([204, 205, 304]);

/** The state of a stream that answers a request. */
class CallStream {
  readonly #id: number | null;
  #tail = '';
  #isAnswered = false;
  /** True if the server numbers its events, so that the library resumes the stream. */
  mayResume = false;

  /** @param id of the request; one without an id needs no answer */
  constructor(id: number | null) {
    this.#id = id;
  }

  get isCut(): boolean {
    return this.#id !== null && !this.#isAnswered && !this.mayResume;
  }

  add(part: Uint8Array): void {
    const text = this.#tail + Buffer.from(part).toString('latin1');
    this.mayResume ||= /^id:/m.test(text);
    for (const [, id] of text.matchAll(IDS)) this.#isAnswered ||= Number(id) === this.#id;
    this.#tail = text.slice(-TAIL_CHARACTERS);
  }
}

const TAIL_CHARACTERS = 64;
/** The ids of messages in a part of a stream. The character after a number shows that it is whole. */
const IDS = /"id"[ \t]{0,8}:[ \t]{0,8}"?(\d{1,16})[^\d]/g;

/** Returns the id and the method of the message in a request. */
function messageIn(body: RequestInit['body']): { id?: number; method?: unknown } {
  if (typeof body !== 'string') return {};
  const { id, method } = JSON.parse(body) as { id?: unknown; method?: unknown };
  return { ...(typeof id === 'number' && { id }), method };
}

const EVENT_LIMITS = {
  maxBytes: MAX_LIST_BYTES + MAX_ANSWER_BYTES,
  maxEventBytes: MAX_LIST_BYTES + MAX_ANSWER_BYTES,
  shapes: SHAPES,
  refuse: (problem: string) => new StepFailure('OUTPUT_TOO_LARGE', `The stream of the server ${problem}`),
};

const TOO_LARGE =
  `The server sent more than ${MAX_LIST_BYTES / MIB} MiB before the call, or ` +
  `${MAX_ANSWER_BYTES / MIB} MiB after it`;

async function* counted(body: AsyncIterable<Buffer>, room: { bytes: number }): AsyncGenerator<Buffer> {
  for await (const part of body) {
    room.bytes -= part.length;
    if (room.bytes < 0) throw new StepFailure('OUTPUT_TOO_LARGE', TOO_LARGE);
    yield part;
  }
}

/** Passes on an answer once all of it has arrived and was checked. */
async function* whole(body: AsyncIterable<Buffer>, shapes: JsonShapes): AsyncGenerator<Buffer> {
  const collected = new CollectedBytes();
  for await (const part of body) collected.append(part);
  const answer = collected.take();
  if (shapes.add(answer.toString()))
    throw new StepFailure(
      'OUTPUT_TOO_LARGE',
      `The answers of the server have more than ${SHAPES.shapes} names, or ${SHAPES.containers} lists and objects`,
    );
  yield answer;
}

async function pump(
  body: AsyncIterable<Buffer>,
  writable: WritableStream<Uint8Array>,
  call: CallStream | null,
  events: FetchEvents,
): Promise<void> {
  const writer = writable.getWriter();
  try {
    for await (const part of body) {
      call?.add(part);
      await writer.write(part);
    }
    await writer.close();
    if (call?.isCut === true) events.onStreamEnd();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    // A reader that is gone needs no more.
    if (error !== undefined && !isAbort(error)) throw error;
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
