import { apiErrorOf, type ApiError } from '../errors/api-error.ts';
import { AbortError, ConnectionError, TimeoutError } from '../errors/client-errors.ts';
import { pause, throwIfAborted, unlessAborted } from './abort.ts';
import { pauseBeforeNextTry, readRetryAfter, type RepeatRule } from './retry-policy.ts';

export interface TransportOptions {
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  fetch: typeof fetch;
  timeoutMs: number;
  maxRetries: number;
}

/** One logical call: what each of its tries sends, and when there is another one. */
export interface Call {
  method: string;
  /** Path with query. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array | Blob | FormData | undefined;
  repeat: RepeatRule;
  signal?: AbortSignal | undefined;
  /** Longest silence of one try, in milliseconds; the client's own where left out. */
  timeoutMs?: number | undefined;
}

/** One try while its answer is read. */
export interface Reading {
  /** What the promise gives. @throws TimeoutError, AbortError, ConnectionError */
  within<Result>(work: Promise<Result>): Promise<Result>;
}

/** Timers hold no more: one of `Infinity` would end at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** Sends requests and repeats them as their rule allows. */
export class Transport {
  readonly options: TransportOptions;

  constructor(options: TransportOptions) {
    this.options = options;
  }

  /** The JSON of a good answer; undefined where it has no body. @throws ApiError, ConnectionError, AbortError */
  async json(call: Call): Promise<unknown> {
    return (await this.answer(call)).body;
  }

  /** The same with the headers. */
  answer(call: Call): Promise<{ body: unknown; status: number; headers: Headers }> {
    return this.send(call, async (response, reading) => {
      const text = await reading.within(response.text());
      const { status, headers } = response;
      if (text === '') return { body: undefined, status, headers };
      const body = parsed(text);
      // A proxy may end an answer early without a sign that there was more.
      if (body === text && /\bjson\b/i.test(headers.get('content-type') ?? ''))
        throw new ConnectionError('The answer broke off within its JSON');
      return { body, status, headers };
    });
  }

  /** What `read` makes of a good answer; where reading fails, the call is sent again. */
  async send<Result>(call: Call, read: (response: Response, reading: Reading) => Promise<Result>): Promise<Result> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.once(call, read);
      } catch (error) {
        const waitMs = pauseBeforeNextTry(error, tried, call.repeat, Math.random());
        if (waitMs === null || tried > this.options.maxRetries) throw error;
        await pause(waitMs, call.signal);
      }
    }
  }

  /** One try. */
  async once<Result>(call: Call, read: (response: Response, reading: Reading) => Promise<Result>): Promise<Result> {
    throwIfAborted(call.signal);
    const ending = new AbortController();
    const abort = (): void => ending.abort();
    call.signal?.addEventListener('abort', abort);
    const reading = { within: <Part>(work: Promise<Part>) => this.#within(call, work) };
    try {
      const response = await reading.within(this.#fetch(call, ending.signal));
      if (!response.ok) throw await errorOf(response, reading);
      return await read(response, reading);
    } finally {
      call.signal?.removeEventListener('abort', abort);
      // Ends what is still under way: a try that timed out, a stream that is not read to its end.
      ending.abort();
    }
  }

  #fetch({ method, path, headers, body }: Call, signal: AbortSignal): Promise<Response> {
    const { baseUrl, headers: own, fetch: send } = this.options;
    const init: RequestInit = { method, headers: { ...own, ...headers }, signal };
    // What `fetch` takes as a body differs between the types of Node.js and of browsers.
    if (body !== undefined) init.body = body as string;
    return send(baseUrl + path, init);
  }

  async #within<Result>({ signal, timeoutMs = this.options.timeoutMs }: Call, work: Promise<Result>): Promise<Result> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timedOut = new Promise<never>((_, reject) => {
      const fail = (): void => reject(new TimeoutError(`There was no answer within ${timeoutMs} ms`));
      timer = setTimeout(fail, Math.min(timeoutMs, LONGEST_TIMEOUT_MS));
    });
    try {
      return await unlessAborted(signal, Promise.race([work, timedOut]));
    } catch (error) {
      if (error instanceof AbortError || error instanceof ConnectionError) throw error;
      if (signal?.aborted === true) throw new AbortError(signal.reason);
      throw new ConnectionError(`The service did not answer: ${reasonOf(error)}`, { cause: error });
    } finally {
      clearTimeout(timer);
      work.catch(() => undefined);
    }
  }
}

/** The innermost reason: Node.js says `fetch failed` of everything, and nothing where it tried several addresses. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const told: unknown = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause;
  return told instanceof Error && told.message !== '' ? told.message : error.message;
}

async function errorOf(response: Response, reading: Reading): Promise<ApiError> {
  const retryAfter = readRetryAfter(response.headers.get('retry-after'), Date.now());
  // An answer whose body breaks off is known by its status nevertheless.
  const text = await reading.within(response.text()).catch((error: unknown) => {
    if (error instanceof AbortError) throw error;
    return '';
  });
  return apiErrorOf(response.status, parsed(text), retryAfter);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
