import { setTimeout as sleep } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { signRequest } from '@workflow/outbound/s3';
import { Agent, type Dispatcher } from 'undici';
import type { S3Config } from './s3-config.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** Time without a byte of the answer. */
const ANSWER_TIMEOUT_MS = 60_000;
const TRIES = 3;
const PAUSE_MS = 200;

/** The store did not answer, or refused a valid request. A retry may help. */
export class FilesUnavailable extends Error {
  override name = 'FilesUnavailable';
  readonly retryable = true;
}

export interface S3Request {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** The key of an object. Without it the request is for the bucket itself. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer;
  /** Statuses that count as success in addition to 2xx. */
  accepts?: readonly number[];
}

export interface S3Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Readable & { text(): Promise<string> };
}

export type S3Requests = ReturnType<typeof openS3Requests>;

/**
 * Sends signed requests (AWS Signature Version 4) to a bucket. The operator chose its address, so no address policy
 * applies.
 */
export function openS3Requests(config: S3Config) {
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
  });

  async function sendOnce({ method, key, query = {}, headers, body = Buffer.alloc(0), accepts = [] }: S3Request) {
    const signed = await signRequest(config, {
      ...{ method, query },
      ...(key !== undefined && { key }),
      ...(headers && { headers }),
    });
    const answer = await agent.request({
      origin: signed.url.origin,
      path: `${signed.url.pathname}${signed.url.search}`,
      method: method as Dispatcher.HttpMethod,
      headers: signed.headers,
      body: method === 'PUT' || method === 'POST' ? body : null,
    });
    const { statusCode: status } = answer;
    if ((status >= 200 && status < 300) || accepts.includes(status))
      return { status, headers: answer.headers, body: answer.body as S3Answer['body'] };
    const answered = (await answer.body.text()).slice(0, 500);
    throw new Refused(status, `the store of files answered ${status} to ${method}: ${answered}`);
  }

  return {
    /** Sends a request, and retries it after failures: every request may be repeated. @throws FilesUnavailable */
    async send(request: S3Request): Promise<S3Answer> {
      for (let tries = 1; ; tries += 1) {
        try {
          return await sendOnce(request);
        } catch (error) {
          if (tries === TRIES || (error instanceof Refused && !error.mayPass))
            throw new FilesUnavailable((error as Error).message, { cause: error });
        }
        await sleep(PAUSE_MS * 4 ** (tries - 1));
      }
    },
    close: () => agent.destroy(),
  };
}

class Refused extends Error {
  readonly mayPass: boolean;

  constructor(status: number, message: string) {
    super(message);
    this.mayPass = status >= 500 || status === 408 || status === 429;
  }
}
