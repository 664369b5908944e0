import { FilesUnavailable, type S3Requests } from './s3-requests.ts';

/** Connections in a row that may break without sending a byte before reading fails. */
const MAX_BREAKS = 3;

/**
 * Yields the bytes of an object of `size` bytes. If a connection breaks, or the store ends it because the reader is
 * slow, reading continues on a new one.
 * @throws FilesUnavailable
 */
export async function* readObject({ send }: S3Requests, key: string, size: number): AsyncGenerator<Buffer> {
  let [read, breaks] = [0, 0];
  while (read < size) {
    const from = read;
    const { body } = await send({ method: 'GET', key, headers: { range: `bytes=${from}-` } });
    // The body may emit an error while nobody reads it.
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
