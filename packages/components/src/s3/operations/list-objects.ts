import type { Json } from '@workflow/component-kit/run';
import { sendSigned, type Operation } from '../operation.ts';

/** Returns one page of the objects whose keys begin with `key`, in the order of their keys. */
export async function listObjects(operation: Operation): Promise<Json> {
  const { key = '', maxKeys, after = '' } = operation.context.config;
  const query = {
    'list-type': '2',
    'encoding-type': 'url',
    'max-keys': String(maxKeys),
    ...(key !== '' && { prefix: key }),
    ...(after !== '' && { 'start-after': after }),
  };
  await operation.begin();
  const { body } = await sendSigned(operation, { method: 'GET', query });
  return operation.bucket.readListing(body.toString()).map((object) => ({ ...object }));
}
