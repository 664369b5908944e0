import type { Route } from '../http/define-route.ts';
import { createToken } from './create-token.ts';
import { deleteToken } from './delete-token.ts';
import { readToken } from './read-token.ts';
import { readWebhookSession } from './read-webhook-session.ts';
import { deliveryRoutes } from './receive-webhook.ts';

/** Deliveries from elsewhere, and the tokens that their senders show. */
export const webhooksRoutes: readonly Route[] = [
  ...deliveryRoutes,
  readWebhookSession,
  createToken,
  readToken,
  deleteToken,
];
