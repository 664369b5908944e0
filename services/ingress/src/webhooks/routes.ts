import { routesOf } from '../http/define-route.ts';
import { createToken } from './create-token.ts';
import { deleteToken } from './delete-token.ts';
import { readListener } from './read-listener.ts';
import { readToken } from './read-token.ts';
import { readWebhookSession } from './read-webhook-session.ts';
import { deliveryRoutes } from './receive-webhook.ts';
import { startListening } from './start-listening.ts';
import { stopListening } from './stop-listening.ts';

/** Routes for deliveries of other systems, and for the tokens of their senders. */
export const webhooksRoutes = routesOf('Webhook tokens', {
  ...deliveryRoutes,
  readWebhookSession,
  createToken,
  readToken,
  deleteToken,
  startListening,
  readListener,
  stopListening,
});
