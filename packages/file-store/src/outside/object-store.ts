import { listedIn } from '@workflow/outbound/s3';
import { readObject } from './read-object.ts';
import type { S3Config } from './s3-config.ts';
import { openS3Requests } from './s3-requests.ts';
import { writeObject, type ObjectWriter } from './write-object.ts';

/** An object in a listing. */
export interface ListedObject {
  key: string;
  changedAt: Date;
}

export type ObjectStore = ReturnType<typeof openObjectStore>;

/** Opens the objects of a bucket. Nothing connects before it is used. */
export function openObjectStore(config: S3Config) {
  const requests = openS3Requests(config);
  const { send, close } = requests;
  return {
    keyOf: (organizationId: string, fileId: string): string => `${config.prefix}${organizationId}/${fileId}`,

    /**
     * Stores the bytes that `source` yields: in one request if they fit into one part, otherwise in parts. @throws
     * FilesUnavailable
     */
    write: (key: string, source: AsyncIterable<Uint8Array>, writer: ObjectWriter): Promise<void> =>
      writeObject(requests, key, source, writer),

    /** Returns the bytes of an object of `size` bytes. @throws FilesUnavailable */
    read: (key: string, size: number): AsyncIterable<Buffer> => readObject(requests, key, size),

    /** Deletes an object, and the parts of an upload that was not completed. A missing object counts as deleted. */
    async delete({ objectKey: key, uploadId }: { objectKey: string; uploadId: string | null }): Promise<void> {
      const accepts = [404];
      if (uploadId !== null) await send({ method: 'DELETE', key, query: { uploadId }, accepts }).then(readToEnd);
      await send({ method: 'DELETE', key, accepts }).then(readToEnd);
    },

    /** Returns up to 1,000 objects in the order of their keys. @param after a key, or '' for the first ones */
    async list(after: string): Promise<ListedObject[]> {
      const query = { 'list-type': '2', prefix: config.prefix, ...(after !== '' && { 'start-after': after }) };
      const { objects } = listedIn(await send({ method: 'GET', query }).then(readToEnd));
      return objects.map((object) => ({ key: object.key, changedAt: new Date(object.changedAt) }));
    },

    close,
  };
}

function readToEnd({ body }: { body: { text(): Promise<string> } }): Promise<string> {
  return body.text();
}
