import type { ResolvedConfig } from '@workflow/component-kit';
import {
  readRetryAfterMs,
  StepFailure,
  type Bucket,
  type BucketRequest,
  type HttpAnswer,
  type HttpCall,
  type JsonObject,
  type RunContext,
} from '@workflow/component-kit/run';
import type { descriptor } from './descriptor.ts';

export type Config = ResolvedConfig<typeof descriptor.configSchema>;

/** One try of an operation. */
export interface Operation {
  context: RunContext<Config>;
  bucket: Bucket;
  /** Commits the step as started. */
  begin(): Promise<void>;
}

const MAY_PASS = new Set([408, 429]);
/** The status for requests that the store does not support, such as a conditional upload. */
const NOT_IMPLEMENTED = 501;

/** Returns the part of the config that the step records. */
export function recorded({ operation, key, body, contentType, onlyIfAbsent, ...more }: Config): JsonObject {
  const { maxKeys, after, method, expiresInSeconds } = more;
  switch (operation) {
    case 'put':
      return { operation, key: key ?? null, body: body ?? null, contentType: contentType ?? null, onlyIfAbsent };
    case 'list':
      return { operation, key: key ?? null, maxKeys, after: after ?? null };
    case 'sign':
      return { operation, key: key ?? null, method, expiresInSeconds };
    default:
      return { operation, key: key ?? null };
  }
}

/** Sends a signed request. @throws StepFailure for an answer that is neither 2xx nor one of `accepts` */
export async function sendSigned(
  { context, bucket }: Pick<Operation, 'context' | 'bucket'>,
  request: BucketRequest,
  more: Pick<HttpCall, 'streamTo'> & { body?: HttpCall['body']; accepts?: readonly number[] } = {},
): Promise<HttpAnswer> {
  const { accepts = [], body = null, ...streaming } = more;
  const { url, headers } = await bucket.sign(request);
  const answer = await context.http.send({ method: request.method, url, headers, body, ...streaming });
  if ((answer.status >= 200 && answer.status < 300) || accepts.includes(answer.status)) return answer;
  throw refusal(answer, request, context.now());
}

/** Returns the failure of a response, with the code and message in its XML. */
function refusal({ status, headers, body }: HttpAnswer, { method, key }: BucketRequest, nowMs: number): StepFailure {
  const xml = body.toString();
  const [code, message] = ['Code', 'Message'].map((element) => new RegExp(`<${element}>([^<]*)<`).exec(xml)?.[1]);
  const reason = [code, message].filter(Boolean).join(': ');
  const of = key ?? 'the bucket';
  const words = `${method} ${of} answered ${status}${reason === '' ? '' : `, ${reason}`}`;
  if (status === 404) return new StepFailure('OBJECT_MISSING', words);
  const mayPass = (status >= 500 && status !== NOT_IMPLEMENTED) || MAY_PASS.has(status);
  return new StepFailure(mayPass ? 'S3_FAILED' : 'S3_REFUSED', words, {
    retryAfterMs: mayPass ? readRetryAfterMs(headers, nowMs) : 0,
  });
}
