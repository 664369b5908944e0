import type { Reading } from './transport.ts';

/**
 * The text of a body as it comes. Time counts only while a part is waited for: whoever reads slowly is not timed out.
 * @throws ConnectionError when it breaks off, TimeoutError, AbortError
 */
export async function* textParts(response: Response, reading: Reading): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder();
  for await (const chunk of byteChunks(response, reading)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** The bytes of a body as they come, with the same rules. */
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
    // Of a connection that broke off there is nothing left to end, and an abort does not wait for one.
    void reader.cancel().catch(() => undefined);
  }
}

/** What the types of Node.js and of browsers have in common. */
interface ByteReader {
  read(): Promise<{ value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** The lines of a text without their ends, those of one part together; the last one also where it has no end. */
export async function* lineGroups(parts: AsyncIterable<string>): AsyncGenerator<string[], void, void> {
  let open = '';
  for await (const part of parts) {
    const lines = (open + part).split('\n');
    open = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
  if (open !== '') yield [open];
}
