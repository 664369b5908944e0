import type { ServerResponse } from 'node:http';
import type { Request } from 'express';
import { clientNetwork } from '../addresses/client-address.ts';
import type { Exchange } from '../exchange.ts';
import type { RequestTurn } from '../shares/request-turn.ts';

/** A request on its way from Express to the handler. */
export interface Call {
  request: Request;
  response: ServerResponse;
  exchange: Exchange;
  turn: RequestTurn;
}

/** Returns the owner to whose share of memory a body and an answer count. */
export function ownerOf({ exchange, request }: Call): string {
  return exchange.organizationId ?? clientNetwork(request);
}
