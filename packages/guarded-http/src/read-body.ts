import type { Readable } from 'node:stream';

const FIRST_CAPACITY = 16 * 1024;

/**
 * Reads a response's body into one buffer that grows, so that its memory depends on its bytes and not on the size of
 * the chunks that the server sends: a chunk that is kept by itself costs some hundred bytes more than it contains.
 *
 * @param announcedBytes its `Content-Length`, taken as a first guess only
 * @param maxBytes above what the connection lets through; no more than that is reserved for a guess
 * @throws what the stream fails with
 */
export function readBody(body: Readable, announcedBytes: number, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.allocUnsafe(Math.min(announcedBytes || FIRST_CAPACITY, maxBytes));
    let length = 0;
    body.on('data', (chunk: Buffer) => {
      if (length + chunk.length > received.length) received = enlarged(received, length, length + chunk.length);
      length += chunk.copy(received, length);
    });
    body.once('end', () => resolve(received.subarray(0, length)));
    body.once('error', reject);
    body.once('close', () => reject(new Error('the response was cut off')));
  });
}

function enlarged(from: Buffer, length: number, atLeast: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(from.length * 2, atLeast));
  from.copy(larger, 0, 0, length);
  return larger;
}
