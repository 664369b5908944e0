import type { Readable } from 'node:stream';
import { StepFailure } from '@workflow/workflow-model';

const FIRST_CAPACITY = 16 * 1024;

/**
 * Reads a response's body into one buffer that grows. Its memory then depends on its bytes and not on the size of the
 * chunks that the server sends: each separate chunk needs some hundred additional bytes.
 *
 * @param announcedBytes its `Content-Length`, used only as a first guess
 * @throws StepFailure HTTP_RESPONSE_TOO_LARGE as soon as possible, or the error of the stream
 */
export function readBody(body: Readable, announcedBytes: number, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const refuse = (): void => {
      reject(tooLarge(maxBytes));
      body.destroy();
    };
    body.once('error', reject);
    if (announcedBytes > maxBytes) return refuse();
    let received: Buffer = Buffer.allocUnsafe(Math.min(announcedBytes || FIRST_CAPACITY, maxBytes));
    let length = 0;
    body.on('data', (chunk: Buffer) => {
      if (length + chunk.length > maxBytes) return refuse();
      if (length + chunk.length > received.length) received = enlarged(received, length, length + chunk.length);
      length += chunk.copy(received, length);
    });
    body.once('end', () => resolve(received.subarray(0, length)));
    body.once('close', () => reject(new Error('the response ended too early')));
  });
}

export function tooLarge(maxBytes: number): StepFailure {
  return new StepFailure('HTTP_RESPONSE_TOO_LARGE', `The answer has more than ${maxBytes} bytes`);
}

function enlarged(from: Buffer, length: number, atLeast: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(from.length * 2, atLeast));
  from.copy(larger, 0, 0, length);
  return larger;
}
