import { StepFailure } from '@workflow/component-kit/run';
import type { Duplex } from 'node:stream';
import { idleBytesOf } from './idle-bytes.ts';

/**
 * Runs `work` while a connection receives at most `maxBytes`, and closes the connection if it receives more. Counting
 * rows would be too late, because the libraries buffer a whole row. Rejects when the connection ends, because not every
 * library reports this to the statement.
 * @throws StepFailure OUTPUT_TOO_LARGE, DATABASE_UNAVAILABLE
 */
export async function withinBytes<Result>(
  stream: Duplex,
  maxBytes: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const ended = Promise.withResolvers<never>();
  let left = maxBytes;
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left >= 0) return;
    stream.destroy();
    const why = `the database sent more than ${maxBytes} bytes: ask for fewer rows or columns`;
    ended.reject(new StepFailure('OUTPUT_TOO_LARGE', why));
  };
  const onClose = (): void =>
    ended.reject(new StepFailure('DATABASE_UNAVAILABLE', 'the database ended the connection'));
  stream.on('data', count);
  stream.once('close', onClose);
  try {
    const within = (): Promise<Result> => Promise.race([work(), ended.promise]);
    return await (idleBytesOf(stream)?.suspendFor(within) ?? within());
  } finally {
    stream.off('data', count);
    stream.off('close', onClose);
  }
}
