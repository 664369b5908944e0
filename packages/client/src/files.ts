import type { StoredFile } from './api.ts';
import { requestPath } from './http/request-path.ts';
import { byteChunks } from './http/read-text.ts';
import { openResponse } from './http/open-response.ts';
import type { Call, Transport } from './http/transport.ts';
import type { Abortable } from './sessions/sessions.ts';

export interface UploadOptions extends Abortable {
  /** The name of the file. Default: `file`. */
  name?: string | undefined;
  /** Default: the type of a Blob, otherwise `application/octet-stream`. */
  contentType?: string | undefined;
}

/** The bytes of a file. A stream can be sent only once, so use a Blob instead. */
export type FileBytes = Uint8Array | ArrayBuffer | Blob | string;

/** Stores and reads files for placeholders of the type FILE. */
export interface Files {
  /**
   * Stores a file. Send the result as the value of a placeholder.
   *
   * @example
   * const file = await client.files.upload('a,b\n1,2\n', { name: 'sums.csv', contentType: 'text/csv' });
   * console.log(file.fileId, file.size);
   */
  upload(bytes: FileBytes, options?: UploadOptions): Promise<StoredFile>;

  /**
   * Returns the bytes of a file. @throws NotFoundError
   *
   * @example
   * const { fileId } = await client.files.upload('hello');
   * console.log(new TextDecoder().decode(await client.files.download(fileId)));
   */
  download(id: string, options?: Abortable): Promise<Uint8Array>;

  /**
   * Yields the bytes of a file as they arrive. Use it for files that should not be in memory as a whole.
   *
   * @example
   * const { fileId } = await client.files.upload('hello');
   * let bytes = 0;
   * for await (const chunk of client.files.stream(fileId)) bytes += chunk.length;
   * console.log(bytes);
   */
  stream(id: string, options?: Abortable): AsyncIterable<Uint8Array>;
}

/** Returns the operations on files. */
export function openFiles(transport: Transport): Files {
  const download = (id: string, { signal }: Abortable): Call => ({
    method: 'GET',
    path: requestPath('/v1/files/{id}', { id }),
    repeat: 'repeatable',
    signal,
  });
  return {
    upload: async (bytes, { name, contentType, signal } = {}) => {
      const blobType = bytes instanceof Blob ? bytes.type : '';
      const type = contentType ?? (blobType === '' ? 'application/octet-stream' : blobType);
      const path = requestPath('/v1/files', {}, { name });
      const body = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes;
      const headers = { 'content-type': type };
      // If the answer is lost, the file of that try is not referenced and is deleted later.
      return (await transport.json({
        method: 'POST',
        path,
        headers,
        body,
        repeat: 'repeatable',
        signal,
      })) as StoredFile;
    },
    download: (id, options = {}) =>
      transport.send(download(id, options), async (response, reading) => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of byteChunks(response, reading)) chunks.push(chunk);
        return joined(chunks);
      }),
    stream: (id, options = {}) => streamed(transport, download(id, options)),
  };
}

async function* streamed(transport: Transport, call: Call): AsyncGenerator<Uint8Array, void, void> {
  const { response, reading, close } = await openResponse(transport, call);
  try {
    yield* byteChunks(response, reading);
  } finally {
    close();
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
