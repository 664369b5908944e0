import { defineRoute } from '../http/define-route.ts';
import { authorizationServerDescription, readAuthorizationServer } from './read-authorization-server.ts';

/** Answers at the path for clients of older revisions, which ignore the path of the issuer. */
export const readAuthorizationServerAtRoot = defineRoute({
  ...authorizationServerDescription,
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  handler: readAuthorizationServer.handler,
});
