import { hasTooManyShapes, StepFailure } from '@workflow/component-kit/run';

/** The maximum size of a stream. Each word of an answer takes about 200 bytes of it. */
const MAX_STREAM_BYTES = 16 * 1024 * 1024;
/** The maximum size of one line, which is one event. */
const MAX_LINE_BYTES = 1024 * 1024;
/** The limits of the values of one event, which the library reads on the executor's thread. */
const EVENT_LIMITS = { shapes: 2_000, containers: 2_000, uncounted: 4_096 };
const LINE_END = 0x0a;

/**
 * Passes on server-sent events in whole lines, so that a library reads no event that is too large for it.
 * @throws StepFailure MODEL_FAILED
 */
export async function* checkedEvents(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_STREAM_BYTES) throw tooLarge(`The stream of the model server exceeds ${MAX_STREAM_BYTES} bytes`);
    const end = chunk.lastIndexOf(LINE_END) + 1;
    if (end > 0) {
      const lines = Buffer.concat([...waiting, chunk.subarray(0, end)]);
      checkLines(lines);
      yield lines;
      waiting = [];
      waitingBytes = 0;
    }
    const rest = chunk.subarray(end);
    if (rest.length > 0) waiting.push(rest);
    waitingBytes += rest.length;
    if (waitingBytes > MAX_LINE_BYTES) throw tooLarge(`An event of the model server exceeds ${MAX_LINE_BYTES} bytes`);
  }
  if (waiting.length > 0) {
    const lines = Buffer.concat(waiting);
    checkLines(lines);
    yield lines;
  }
}

function checkLines(lines: Buffer): void {
  for (let from = 0; from < lines.length;) {
    const end = lines.indexOf(LINE_END, from);
    const to = end < 0 ? lines.length : end;
    if (hasTooManyShapes(lines.toString('utf8', from, to), EVENT_LIMITS))
      throw tooLarge(`An event of the model server has more than ${EVENT_LIMITS.containers} lists and objects`);
    from = to + 1;
  }
}

function tooLarge(message: string): StepFailure {
  return new StepFailure('MODEL_FAILED', message);
}
