import {
  asText,
  isFileValue,
  StepFailure,
  type Bucket,
  type ComponentFiles,
  type Json,
  type StreamedBody,
} from '@workflow/component-kit/run';
import { createHash } from 'node:crypto';
import { sendSigned, type Operation } from '../operation.ts';

/** The metadata of an object that names the step that stored it. */
const STEP_HEADER = 'x-amz-meta-step';
const PRECONDITION_FAILED = 412;
/** The status of S3 while another upload of the key is in progress. */
const CONFLICT = 409;

/**
 * Stores one object. With `onlyIfAbsent` the store refuses if the object exists. The object names the step that stored
 * it, so that another try of the same step is not refused.
 */
export async function putObject(operation: Operation): Promise<Json> {
  const { context, begin } = operation;
  const { key = '', body, contentType, onlyIfAbsent } = context.config;
  const sent = await bodyOf(body ?? null, context.files);
  const step = createHash('sha256').update(context.idempotencyKey).digest('hex');
  await begin();
  const answer = await sendSigned(
    operation,
    {
      method: 'PUT',
      key,
      headers: {
        'content-type': contentType ?? sent.contentType,
        'x-amz-content-sha256': sent.sha256,
        [STEP_HEADER]: step,
        ...(onlyIfAbsent && { 'if-none-match': '*' }),
      },
    },
    { body: sent.body, accepts: onlyIfAbsent ? [PRECONDITION_FAILED, CONFLICT] : [] },
  );
  if (answer.status === CONFLICT) throw new StepFailure('S3_FAILED', `Another upload of ${key} is in progress`);
  if (answer.status === PRECONDITION_FAILED) return ownObject(operation, { key, step, size: sent.body.bytes });
  return { key, etag: etagIn(answer.headers['etag']), size: sent.body.bytes };
}

/** Returns the object of an earlier try of this step. @throws StepFailure OBJECT_EXISTS if another one stored it */
async function ownObject(
  operation: { context: Operation['context']; bucket: Bucket },
  { key, step, size }: { key: string; step: string; size: number },
): Promise<Json> {
  const { headers } = await sendSigned(operation, { method: 'HEAD', key });
  if (headers[STEP_HEADER] !== step) throw new StepFailure('OBJECT_EXISTS', `The object ${key} already exists`);
  return { key, etag: etagIn(headers['etag']), size };
}

function etagIn(header: unknown): string {
  return typeof header === 'string' ? header.replaceAll('"', '') : '';
}

async function bodyOf(
  body: Json,
  files: ComponentFiles,
): Promise<{ contentType: string; body: StreamedBody; sha256: string }> {
  if (isFileValue(body)) {
    const { value, read } = await files.open(body);
    return { contentType: value.contentType, body: { bytes: value.size, open: read }, sha256: value.sha256 };
  }
  const bytes = Buffer.from(asText(body));
  async function* open(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  return {
    contentType: typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json',
    body: { bytes: bytes.length, open },
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}
