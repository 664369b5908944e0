import { intoParts } from '../into-parts.ts';
import { FilesUnavailable, type S3Requests } from './s3-requests.ts';
import { valueIn } from './xml-values.ts';

/**
 * The smallest part that S3 accepts of a larger object, and so the memory of an upload. An upload may have 10,000
 * parts.
 */
export const PART_BYTES = 5 * 1024 * 1024;

/** Counts an object while it is stored. If one of its functions throws, the upload ends. */
export interface ObjectWriter {
  /** Called before these bytes are stored. */
  onPart(bytes: Buffer): Promise<void>;
  /** Called before the first part of an upload, which exists until it is completed or deleted. */
  onUpload(uploadId: string): Promise<void>;
}

/**
 * Stores the bytes that `source` yields: in one request if they fit into one part, otherwise in parts. @throws
 * FilesUnavailable
 */
export async function writeObject(
  requests: S3Requests,
  key: string,
  source: AsyncIterable<Uint8Array>,
  writer: ObjectWriter,
): Promise<void> {
  const parts = intoParts(source, PART_BYTES);
  try {
    const first = await parts.next();
    const part = first.done === true ? Buffer.alloc(0) : first.value;
    if (part.length === PART_BYTES) {
      await writeParts(requests, key, part, parts, writer);
      return;
    }
    await writer.onPart(part);
    const { body } = await requests.send({ method: 'PUT', key, body: part });
    await body.text();
  } finally {
    // Notifies the sender of the bytes that nobody reads on.
    await parts.return(undefined);
  }
}

async function writeParts(
  { send }: S3Requests,
  key: string,
  first: Buffer,
  others: AsyncIterable<Buffer>,
  { onPart, onUpload }: ObjectWriter,
): Promise<void> {
  const begun = await send({ method: 'POST', key, query: { uploads: '' } });
  const uploadId = valueIn(await begun.body.text(), 'UploadId');
  await onUpload(uploadId);
  const tags: string[] = [];
  const writePart = async (part: Buffer): Promise<void> => {
    await onPart(part);
    const query = { partNumber: String(tags.length + 1), uploadId };
    const { headers, body } = await send({ method: 'PUT', key, query, body: part });
    await body.text();
    tags.push(String(headers['etag']));
  };
  await writePart(first);
  for await (const part of others) await writePart(part);
  const list = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
  const whole = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`);
  const completed = await send({ method: 'POST', key, query: { uploadId }, body: whole });
  const answer = await completed.body.text();
  // S3 may report a failure in the body of an answer with status 200.
  if (answer.includes('<Error>')) throw new FilesUnavailable(`the upload was not completed: ${answer.slice(0, 500)}`);
}
