import { CollectedBytes } from '@workflow/outbound/checked-answers';

const LINE_FEED = 0x0a;

/**
 * Yields the lines of a body, without their ends, together for each chunk. Yields null for a line of more than
 * `maxLineBytes`. Holds at most one line in memory.
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  maxLineBytes: number,
): AsyncGenerator<(Buffer | null)[], void, void> {
  const open = new CollectedBytes();
  let tooLong = false;
  const gather = (piece: Buffer): void => {
    if (open.length + piece.length > maxLineBytes) {
      tooLong = true;
      open.clear();
    }
    if (!tooLong) open.append(piece, maxLineBytes);
  };
  const end = (): Buffer | null => {
    const line = tooLong ? null : open.take();
    tooLong = false;
    return line;
  };
  for await (const chunk of chunks) {
    const lines: (Buffer | null)[] = [];
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      gather(chunk.subarray(from, at));
      lines.push(end());
      from = at + 1;
    }
    if (from < chunk.length) gather(chunk.subarray(from));
    if (lines.length > 0) yield lines;
  }
  if (tooLong || open.length > 0) yield [end()];
}
