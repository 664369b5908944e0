import { findCredentialType } from '@workflow/credentials/descriptors';
import { beginSignIn } from '@workflow/outbound/oauth';
import type { AppContext } from '../../context.ts';
import { conflict } from '../../errors/api-error.ts';
import { required } from '../../errors/required.ts';
import type { Caller } from '../../http/caller.ts';
import { defineRoute } from '../../http/define-route.ts';
import { actorOf, credentialsOf } from '../../http/organization-of.ts';
import { defineObject, params } from '../../http/schema-parts.ts';
import { CREDENTIAL, credentialPath, credentialSecurity } from '../credential-schemas.ts';
import { callbackUrl } from './callback-url.ts';
import { findServer } from './find-server.ts';

export const authorizeCredential = defineRoute({
  method: 'POST',
  path: `${credentialPath}/{id}/authorize`,
  summary: 'Begin a sign-in in a browser',
  description:
    'For `oauth2` with the grant `authorization-code`, and `mcp` with OAuth, whose authorization server is found ' +
    'first. Returns the URL at which a person signs in and consents ' +
    'within 10 minutes; the server then sends the browser to `/credentials/callback`. Begun by a signed-in admin it ' +
    'ends in the same browser session alone; begun with a key, an admin who is signed in confirms it there.',
  security: credentialSecurity,
  params: params('id'),
  responses: {
    200: {
      description: 'Where to send the browser.',
      schema: defineObject('CredentialAuthorization', { authorizationUrl: { type: 'string', format: 'uri' } }),
      example: {
        authorizationUrl: 'https://auth.example.com/authorize?response_type=code&client_id=workflow&state=f3b1',
      },
    },
    502: { description: 'The authorization server of an MCP server cannot be found, or refuses this client.' },
    409: {
      description:
        'Credentials of this type or grant are not signed in to with a browser, or the credential was changed ' +
        'while its server was looked for.',
    },
  },
  async handler(context, { params: { id }, message, leaveTurn }, caller) {
    const credentials = credentialsOf(context, caller);
    const { name, type, fields, ...credential } = required(await credentials.find(id), CREDENTIAL, id);
    const settings = findCredentialType(type)?.oauth?.(fields);
    if (!settings?.signsInByBrowser) throw conflict(`The credential '${name}' is not signed in to with a browser`);
    const signInId = caller.kind === 'user' ? (await context.accounts.users.signedIn(message)).signInId : null;
    const redirectUri = callbackUrl(context.config.publicUrl);
    // Other servers may need some time.
    if (settings.resourceUrl !== undefined) leaveTurn();
    const server =
      settings.resourceUrl === undefined
        ? { authorizationUrl: settings.authorizationUrl, server: settings }
        : await findServer(context, settings, await secretOf(context, caller, credential.id));
    const { begun, url } = await beginSignIn(
      { ...server.server, authorizationUrl: server.authorizationUrl },
      redirectUri,
    );
    const place = { id: credential.id, name, type };
    const content = { ...begun, fields, ...('discovered' in server.server && { server: server.server }) };
    if (!(await credentials.beginSignIn(actorOf(caller), place, { content, signInId })))
      throw conflict(`The credential '${name}' was changed or deleted meanwhile. Start the sign-in again`);
    return { status: 200, body: { authorizationUrl: url } };
  },
});

/** Returns the secret of the client that the credential names, or an empty text. */
async function secretOf({ store }: AppContext, { organizationId }: Caller, id: string): Promise<string> {
  const opened = await store.credentials.open(organizationId, id, { isUse: false });
  return String(opened?.fields['clientSecret'] ?? '');
}
