import { defineRoute } from '../http/define-route.ts';
import { authorizationServerDescription, readAuthorizationServer } from './read-authorization-server.ts';

/** The address for clients of older revisions, which do not know the path of the issuer. */
export const readAuthorizationServerAtRoot = defineRoute({
  ...authorizationServerDescription,
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  operationId: 'readAuthorizationServerAtRoot',
  handler: readAuthorizationServer.handler,
});
