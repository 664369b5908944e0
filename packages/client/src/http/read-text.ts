import type { Reading } from './transport.ts';

/**
 * Yields the text of a body as it arrives. The timeout runs only while it waits for data, so a slow reader does not
 * cause it.
 * @throws ConnectionError when the body ends early, TimeoutError, AbortError
 */
export async function* textParts(response: Response, reading: Reading): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder();
  for await (const chunk of byteChunks(response, reading)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Yields the bytes of a body as they arrive, with the same rules. */
export async function* byteChunks(response: Response, reading: Reading): AsyncGenerator<Uint8Array, void, void> {
  if (response.body === null) return;
  const reader = response.body.getReader() as ByteReader;
  try {
    for (;;) {
      const { value } = await reading.within(reader.read());
      if (value === undefined) return;
      yield value;
    }
  } finally {
    // Nothing needs to be closed on a broken connection, and an abort does not wait for it.
    void reader.cancel().catch(() => undefined);
  }
}

/** The common part of the types of Node.js and browsers. */
interface ByteReader {
  read(): Promise<{ value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/**
 * Yields the lines of a text without their line ends, grouped by the part in which they arrived. The last line may lack
 * a line end.
 */
export async function* lineGroups(parts: AsyncIterable<string>): AsyncGenerator<string[], void, void> {
  let open = '';
  for await (const part of parts) {
    const lines = (open + part).split('\n');
    open = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
  if (open !== '') yield [open];
}
