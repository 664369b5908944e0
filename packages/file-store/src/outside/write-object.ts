import { intoParts } from '../into-parts.ts';
import { FilesUnavailable, type S3Requests } from './s3-requests.ts';
import { valueIn } from './xml-values.ts';

/** The smallest part that S3 takes of a larger object, and so the memory of an upload; 10,000 parts are allowed. */
export const PART_BYTES = 5 * 1024 * 1024;

/** Who counts an object while it is stored. What either throws ends it. */
export interface ObjectWriter {
  /** Before these bytes are stored. */
  onPart(bytes: Buffer): Promise<void>;
  /** Before the first part of an upload, which stays until it is completed or deleted. */
  onUpload(uploadId: string): Promise<void>;
}

/** Stores what `source` yields: at once where it fits into one part, else in parts. @throws FilesUnavailable */
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
    // Whoever sends the bytes learns that nobody reads on.
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
  // It may fail after it has answered 200.
  if (answer.includes('<Error>')) throw new FilesUnavailable(`the upload was not completed: ${answer.slice(0, 500)}`);
}
