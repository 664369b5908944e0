import type { Json } from '@workflow/component-kit/run';
import { sendSigned, type Operation } from '../operation.ts';

/** Deletes an object. A missing one counts as deleted. */
export async function deleteObject(operation: Operation): Promise<Json> {
  const { key = '' } = operation.context.config;
  await operation.begin();
  await sendSigned(operation, { method: 'DELETE', key }, { accepts: [404] });
  return { key };
}
