/**
 * Yields the same bytes in parts of one size; the last part may be shorter, and an empty source yields none. All parts
 * share one buffer, which is filled again when the next part is requested. A stream of any length therefore takes the
 * memory of one part.
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
