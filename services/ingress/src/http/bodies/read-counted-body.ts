import type { ServerResponse } from 'node:http';
import type { Request } from 'express';
import type { AppContext } from '../../context.ts';
import { exchangeOf } from '../exchange.ts';
import { inflateBody, isCompressed } from './inflate-body.ts';
import { networkOf } from '../addresses/network-of.ts';
import { readArrivedBody, readBody } from './read-body.ts';

const nothingToRelease = (): void => undefined;

export interface CountedBody {
  /** The bytes without their Content-Encoding. */
  bytes: Buffer;
  /** The bytes as they were sent, which differ only if the body was compressed. */
  sent: Buffer;
  /**
   * Frees the body's memory for others, for a request that runs long without it. The end of the request always frees
   * it.
   */
  release(): void;
}

/**
 * Reads a body, compressed or not. Its memory counts for the organization that sends it, or for the client's network if
 * no key was sent.
 * @throws ApiError as `readBody` and `inflateBody`
 */
export async function readCountedBody(
  context: AppContext,
  request: Request,
  response: ServerResponse,
  maxBytes: number,
): Promise<CountedBody> {
  const arrived = await readArrivedBody(request, maxBytes);
  if (arrived !== undefined) return { bytes: arrived, sent: arrived, release: nothingToRelease };
  const owner = exchangeOf(response)?.organizationId ?? networkOf(request.ip ?? 'unknown');
  const reservation = context.bodies.memory.open(owner);
  const release = (): void => reservation.release();
  response.once('close', release);
  const sent = await readBody(request, response, { maxBytes, reservation, progress: context.bodies.progress });
  const encoding = request.headers['content-encoding'];
  // The inflated size is known only afterwards, and may be as large as the limit of any body.
  if (isCompressed(encoding) && !reservation.grow(sent.length + maxBytes)) await reservation.room();
  return { bytes: await inflateBody(encoding, sent, maxBytes), sent, release };
}
