import type { Json } from '@workflow/component-kit/run';
import type { Operation } from '../operation.ts';

/** An address by which anybody may get or put the object for a while. Asks nobody. */
export async function signAddress({ context, bucket }: Operation): Promise<Json> {
  const { key = '', method, expiresInSeconds } = context.config;
  const { url } = await bucket.sign({ method, key, expiresInSeconds });
  return url.href;
}
