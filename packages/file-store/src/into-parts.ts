/**
 * The same bytes in parts of one size, of which the last may be shorter; none of nothing. All parts are in one buffer,
 * which is filled again when the next part is asked for, so that a stream of any length takes the memory of one part.
 */
export async function* intoParts(source: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Buffer> {
  const part = Buffer.allocUnsafeSlow(partBytes);
  let filled = 0;
  for await (const bytes of source) {
    for (let taken = 0; taken < bytes.length;) {
      const some = bytes.subarray(taken, taken + partBytes - filled);
      part.set(some, filled);
      taken += some.length;
      filled += some.length;
      if (filled < partBytes) continue;
      yield part;
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}
