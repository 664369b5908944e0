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

/** One logical call: the content of its tries, and the rule for repeating it. */
export interface Call {
  method: string;
  /** The path with its query. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array | Blob | FormData | undefined;
  repeat: RepeatRule;
  signal?: AbortSignal | undefined;
  /** Maximum time without data during one try, in milliseconds. Default: the client's. */
  timeoutMs?: number | undefined;
}

/** One try while its answer is read. */
export interface Reading {
  /** Returns the result of the promise. @throws TimeoutError, AbortError, ConnectionError */
  within<Result>(work: Promise<Result>): Promise<Result>;
}

/** The maximum delay of timers. With a larger one, such as `Infinity`, they fire immediately. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** Sends requests and repeats them as their rule allows. */
export class Transport {
  readonly options: TransportOptions;

  constructor(options: TransportOptions) {
    this.options = options;
  }

  /**
   * Returns the JSON of a successful answer, or undefined if it has no body. @throws ApiError, ConnectionError,
   * AbortError
   */
  async json(call: Call): Promise<unknown> {
    return (await this.answer(call)).body;
  }

  /** Returns the JSON with the status and the headers. */
  answer(call: Call): Promise<{ body: unknown; status: number; headers: Headers }> {
    return this.send(call, async (response, reading) => {
      const text = await reading.within(response.text());
      const { status, headers } = response;
      if (text === '') return { body: undefined, status, headers };
      const body = parsed(text);
      // A proxy may end an answer early without an error, so JSON that cannot be parsed is treated as an incomplete
      // answer.
      if (body === text && /\bjson\b/i.test(headers.get('content-type') ?? ''))
        throw new ConnectionError('The answer broke off within its JSON');
      return { body, status, headers };
    });
  }

  /** Returns the result of `read` for a successful answer. If reading fails, the call is sent again. */
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

  /** Sends one try. */
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
      // Stops what is still in progress: a try that timed out, or a stream that was not read to its end.
      ending.abort();
    }
  }

  #fetch({ method, path, headers, body }: Call, signal: AbortSignal): Promise<Response> {
    const { baseUrl, headers: clientHeaders, fetch: send } = this.options;
    const init: RequestInit = { method, headers: { ...clientHeaders, ...headers }, signal };
    // The types of Node.js and of browsers differ in the bodies that `fetch` accepts.
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

/**
 * Returns the innermost reason. The message of Node.js is always `fetch failed`, and it is empty if several addresses
 * were tried.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const innermost: unknown = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause;
  return innermost instanceof Error && innermost.message !== '' ? innermost.message : error.message;
}

async function errorOf(response: Response, reading: Reading): Promise<ApiError> {
  const retryAfter = readRetryAfter(response.headers.get('retry-after'), Date.now());
  // If the body ends early, the status is still known.
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
