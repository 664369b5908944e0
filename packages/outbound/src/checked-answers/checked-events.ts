import { JsonShapes, type JsonShapeLimits } from '@workflow/workflow-model';
import { CollectedBytes } from './collected-bytes.ts';

export { CollectedBytes };

const LINE_END = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export interface EventLimits {
  /** The maximum size of all events together. */
  maxBytes: number;
  /** The maximum size of one event. */
  maxEventBytes: number;
  /** The limits of the values of one event, which a library reads in one turn of the event loop. */
  shapes: JsonShapeLimits;
  /** Counts the values of this stream and of others together. */
  counter?: JsonShapes;
  /** Returns the error for a stream that exceeds a limit. `problem` follows the name of the stream. */
  refuse(problem: string): Error;
}

/**
 * Passes on server-sent events in whole lines, so that a library reads no event that is too large for it. An event ends
 * with an empty line (WHATWG HTML §9.2.5), and a library joins its lines before it reads them.
 */
export async function* checkedEvents(body: AsyncIterable<Buffer>, limits: EventLimits): AsyncGenerator<Buffer> {
  const { maxBytes, maxEventBytes, refuse } = limits;
  const event = new OpenEvent(limits);
  // The bytes of a line that has not ended.
  const waiting = new CollectedBytes();
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw refuse(`has more than ${maxBytes} bytes`);
    const end = chunk.lastIndexOf(LINE_END) + 1;
    if (end > 0) {
      const lines = waiting.takeWith(chunk.subarray(0, end));
      event.add(lines);
      yield lines;
    }
    waiting.append(chunk.subarray(end));
    if (waiting.length > maxEventBytes) throw refuse(`has an event of more than ${maxEventBytes} bytes`);
  }
  if (waiting.length > 0) {
    const lines = waiting.take();
    event.add(lines);
    yield lines;
  }
}

/** The event whose lines are arriving. */
class OpenEvent {
  readonly #limits: EventLimits;
  #bytes = 0;
  #shapes: JsonShapes;

  constructor(limits: EventLimits) {
    this.#limits = limits;
    this.#shapes = limits.counter ?? new JsonShapes(limits.shapes);
  }

  add(lines: Buffer): void {
    for (let from = 0; from < lines.length;) {
      const end = lines.indexOf(LINE_END, from);
      const to = end < 0 ? lines.length : end;
      if (to === from || (to === from + 1 && lines[from] === CARRIAGE_RETURN)) this.#begin();
      else this.#addLine(lines.toString('utf8', from, to));
      from = to + 1;
    }
  }

  #begin(): void {
    const { counter, shapes } = this.#limits;
    if (this.#bytes > 0) this.#shapes = counter ?? new JsonShapes(shapes);
    this.#bytes = 0;
  }

  #addLine(line: string): void {
    const { maxEventBytes, shapes, refuse } = this.#limits;
    this.#bytes += line.length;
    if (this.#bytes > maxEventBytes) throw refuse(`has an event of more than ${maxEventBytes} bytes`);
    if (this.#shapes.add(line)) throw refuse(`has an event with more than ${shapes.containers} lists and objects`);
  }
}
