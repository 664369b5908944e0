import { FilesUnavailable, type S3Requests } from './s3-requests.ts';

/** So many times in a row reading goes on where it broke off, without a byte in between. */
const MAX_BREAKS = 3;

/**
 * The bytes of an object of `size` bytes. A connection that breaks, or that the store ends because its reader is slow,
 * is followed by another one.
 * @throws FilesUnavailable
 */
export async function* readObject({ send }: S3Requests, key: string, size: number): AsyncGenerator<Buffer> {
  let [read, breaks] = [0, 0];
  while (read < size) {
    const from = read;
    const { body } = await send({ method: 'GET', key, headers: { range: `bytes=${from}-` } });
    // Nobody may be reading when it ends.
    body.on('error', () => undefined);
    let failure: unknown = new Error('the store of files sent too few bytes');
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        read += chunk.length;
        yield chunk;
      }
    } catch (error) {
      failure = error;
    } finally {
      body.destroy();
    }
    breaks = read > from ? 0 : breaks + 1;
    if (breaks === MAX_BREAKS) throw new FilesUnavailable((failure as Error).message, { cause: failure });
  }
}
