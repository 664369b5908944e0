import type { Json } from '@workflow/component-kit/run';
import type { Operation } from '../operation.ts';

/** Returns a URL with which anybody can get or put the object for a limited time. Sends no request. */
export async function signAddress({ context, bucket }: Operation): Promise<Json> {
  const { key = '', method, expiresInSeconds } = context.config;
  const { url } = await bucket.sign({ method, key, expiresInSeconds });
  return url.href;
}
