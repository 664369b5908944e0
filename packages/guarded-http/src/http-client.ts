import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { errors } from 'undici';
import { StepFailure } from '@workflow/workflow-model';
import type { DispatcherOptions } from './guarded-dispatcher.ts';
import { createGuardedDispatcher } from './guarded-dispatcher.ts';
import type { HttpAnswer, HttpCall } from './http-call.ts';
import { readBody } from './read-body.ts';
import { followRedirect } from './redirect.ts';
import { requireSignInHost } from './sign-in-hosts.ts';

/** Sends HTTP requests to addresses that workflows may reach. */
export interface HttpClient {
  /** Follows redirects. @throws StepFailure; rejects with the signal's reason when aborted. */
  send(call: HttpCall, signal: AbortSignal): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface HttpClientOptions extends DispatcherOptions {
  maxRedirects: number;
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const dispatcher = createGuardedDispatcher(options);
  return {
    async send(call, signal) {
      requireSignInHost(call);
      let current = call;
      for (let redirects = 0; ; redirects += 1) {
        const answer = await sendOnce(dispatcher, current, signal, options.maxResponseBytes);
        const next = followRedirect(current, answer);
        if (next === null) return answer;
        if (redirects >= options.maxRedirects)
          throw new StepFailure('HTTP_TOO_MANY_REDIRECTS', `more than ${options.maxRedirects} redirects`);
        current = next;
      }
    },
    close: () => dispatcher.destroy(),
  };
}

async function sendOnce(
  dispatcher: Dispatcher,
  call: HttpCall,
  signal: AbortSignal,
  maxBytes: number,
): Promise<HttpAnswer> {
  try {
    const { statusCode, headers, body } = await dispatcher.request({
      origin: call.url.origin,
      path: `${call.url.pathname}${call.url.search}`,
      method: call.method as Dispatcher.HttpMethod,
      headers: { ...traceHeaders(call), ...call.headers, ...call.signIn?.headers },
      body: call.body,
      signal,
    });
    const received = await readBody(body, Number(headers['content-length'] ?? 0), maxBytes);
    return { status: statusCode, headers, body: await decompress(received, headers['content-encoding'], maxBytes) };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw failureOf(error, call.url, maxBytes);
  }
}

function traceHeaders({ trace, headers }: HttpCall): Record<string, string> {
  if (!trace || headers.traceparent !== undefined) return {};
  const { traceparent, tracestate } = trace;
  return tracestate === null ? { traceparent } : { traceparent, tracestate };
}

const DECOMPRESSORS: Record<string, (data: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** Answers come uncompressed unless the workflow asks otherwise; a small one may unpack to a huge one. */
async function decompress(
  data: Buffer,
  encoding: string | string[] | undefined,
  maxOutputLength: number,
): Promise<Buffer> {
  const unpack = DECOMPRESSORS[String(encoding ?? '').toLowerCase()];
  return unpack === undefined || data.length === 0 ? data : unpack(data, { maxOutputLength });
}

function failureOf(error: unknown, url: URL, maxBytes: number): StepFailure {
  if (error instanceof StepFailure) return error;
  const { code, message } = error as { code?: string; message?: string };
  if (error instanceof errors.ResponseExceededMaxSizeError || code === 'ERR_BUFFER_TOO_LARGE') {
    return new StepFailure('HTTP_RESPONSE_TOO_LARGE', `the answer has more than ${maxBytes} bytes`);
  }
  if (error instanceof errors.InvalidArgumentError)
    return new StepFailure('CONFIG_INVALID', `the request cannot be sent: ${message}`);
  return new StepFailure('HTTP_FAILED', `${url.origin} did not answer: ${code ?? ''} ${message ?? ''}`.trim());
}
