import { hasTooManyShapes, StepFailure, type ComponentHttp } from '@workflow/component-kit/run';
import { checkedEvents, type EventLimits } from '@workflow/outbound/checked-answers';
import { outsideLibraries } from '@workflow/outbound/library-use';

/** The maximum size of a response: more than a model writes in one answer. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/**
 * Limits of a response around the text of the model. Usual responses have a few dozen lists and objects. The library
 * reads all of them on the executor's thread: 23,000 unrequested tool calls took 4.6 s.
 */
const ANSWER_LIMITS = { shapes: 2_000, containers: 2_000, uncounted: 4_096 };

/** The limits of a stream. Each word of an answer takes about 200 bytes of it. */
const STREAM_LIMITS: EventLimits = {
  maxBytes: 16 * 1024 * 1024,
  maxEventBytes: 1024 * 1024,
  shapes: ANSWER_LIMITS,
  refuse: (problem) => new StepFailure('MODEL_FAILED', `The stream of the model server ${problem}`),
};

/** Headers that describe the body during transfer. The library gets the decoded bytes. */
const OF_TRANSFER = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

type Sent = Awaited<ReturnType<ComponentHttp['send']>>;

/** The error of a request for a stream that the server answered as a whole, with the answer. */
export class AnsweredWhole extends Error {
  override readonly name = 'AnsweredWhole';
  readonly #sent: Sent;

  constructor(sent: Sent) {
    super('The server answered a request for a stream as a whole');
    this.#sent = sent;
  }

  /** Returns this error within an error of the library, or null. */
  static in(error: unknown): AnsweredWhole | null {
    for (let at = error; at instanceof Error; at = at.cause) if (at instanceof AnsweredWhole) return at;
    return null;
  }

  /** Returns the answer, checked. @throws StepFailure */
  async answer(): Promise<Response> {
    return wholeResponse(this.#sent);
  }
}

/**
 * Returns a `fetch` for the library that uses the guarded client. It follows redirects, to other hosts without the key.
 * @param signal ends the reading of a stream
 */
export function guardedFetch(http: ComponentHttp, signal?: AbortSignal): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const call = {
      method: init.method ?? 'GET',
      url,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? init.body : null,
    };
    if (call.body === null || !asksForStream(call.body))
      return wholeResponse(await outsideLibraries(() => http.send(call)));
    return streamedResponse(http, call, signal);
  };
}

function asksForStream(body: string): boolean {
  return (JSON.parse(body) as { stream?: unknown }).stream === true;
}

/** Resolves to a response whose body arrives later, when the server begins to answer with events. */
function streamedResponse(
  http: ComponentHttp,
  call: Parameters<ComponentHttp['send']>[0],
  signal: AbortSignal | undefined,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  let writer: WritableStreamDefaultWriter<Uint8Array> | undefined;
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);
  const abort = () => aborted.reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const sent = outsideLibraries(() =>
    http.send({
      ...call,
      streamTo: ({ status, headers }) => {
        if (status >= 300 || headers['content-type']?.includes('text/event-stream') !== true) return null;
        const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
        const writing = writable.getWriter();
        // Without a reader nobody handles the rejection of the stream.
        writing.closed.catch(() => undefined);
        writer = writing;
        resolve(new Response(readable, { status, headers: headersOf(headers) }));
        return async (body) => {
          const passed = async () => {
            for await (const chunk of checkedEvents(body, STREAM_LIMITS)) await writing.write(chunk);
          };
          await Promise.race([passed(), aborted.promise]);
        };
      },
    }),
  );
  sent
    .then(async (answer) => {
      if (writer !== undefined) await writer.close();
      else if (answer.status < 300) reject(new AnsweredWhole(answer));
      else resolve(wholeResponse(answer));
    })
    .catch((error: unknown) => {
      reject(error);
      // The reader may have left already.
      void writer?.abort(error).catch(() => undefined);
    })
    .finally(() => signal?.removeEventListener('abort', abort));
  return promise;
}

function wholeResponse({ status, headers, body }: Sent): Response {
  const problem = problemWith(body);
  if (problem !== null && status < 400)
    throw new StepFailure('MODEL_FAILED', `The response of the model server ${problem}`);
  // If the body of an error cannot be read, its status is enough.
  const isEmpty = body.length === 0 || problem !== null;
  return new Response(isEmpty ? null : new Uint8Array(body), { status, headers: headersOf(headers) });
}

function headersOf(headers: Sent['headers']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || OF_TRANSFER.has(name) ? [] : [[name, String(value)]],
  );
}

/** Returns why the library must not read a body; null if it may. */
function problemWith(body: Buffer): string | null {
  if (body.length > MAX_ANSWER_BYTES) return `has ${body.length} bytes. The limit is ${MAX_ANSWER_BYTES} bytes`;
  if (!hasTooManyShapes(body.toString('utf8'), ANSWER_LIMITS)) return null;
  const { shapes, containers } = ANSWER_LIMITS;
  return `has more than ${containers} lists and objects, or more than ${shapes} names of members`;
}
