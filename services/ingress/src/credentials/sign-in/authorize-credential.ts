import { findCredentialType } from '@workflow/credentials/descriptors';
import { beginSignIn } from '@workflow/outbound/oauth';
import { ApiError } from '../../errors/api-error.ts';
import { required } from '../../errors/required.ts';
import { defineRoute, defineSchema } from '../../http/define-route.ts';
import { actorOf } from '../../http/organization-of.ts';
import { params } from '../../http/schema-parts.ts';
import { CREDENTIAL, credentialPath, credentialSecurity } from '../credential-schemas.ts';
import { credentialsOf } from '../credentials-of.ts';
import { callbackUrl } from './callback-url.ts';

export const authorizeCredential = defineRoute({
  method: 'POST',
  path: `${credentialPath}/{id}/authorize`,
  operationId: 'authorizeCredential',
  summary: 'Begin a sign-in in a browser',
  description:
    'For `oauth2` with the grant `authorization-code`. Answers the address at which somebody signs in and consents ' +
    'within 10 minutes; the server then sends the browser to `/credentials/callback`. Begun by a signed-in admin it ' +
    'ends in the same browser session alone; begun with a key, an admin who is signed in confirms it there.',
  tags: ['Organization'],
  security: credentialSecurity,
  params: params('id'),
  responses: {
    200: {
      description: 'Where to send the browser.',
      schema: defineSchema('CredentialAuthorization', {
        type: 'object',
        required: ['authorizationUrl'],
        properties: { authorizationUrl: { type: 'string', format: 'uri' } },
      }),
      example: {
        authorizationUrl: 'https://auth.example.com/authorize?response_type=code&client_id=workflow&state=f3b1',
      },
    },
    409: { description: 'Nobody signs in to a credential of this type, or with this grant, in a browser.' },
  },
  async handler(context, { params: { id }, message }, caller) {
    const credentials = credentialsOf(context, caller);
    const { name, type, fields, ...credential } = required(await credentials.find(id), CREDENTIAL, id);
    const settings = findCredentialType(type)?.oauth?.(fields);
    if (settings?.signsInByBrowser !== true) {
      const reason = `Nobody signs in to the credential '${name}' in a browser`;
      throw new ApiError('CONFLICT', { values: { reason } });
    }
    const signInId = caller.kind === 'user' ? (await context.accounts.users.signedIn(message)).signInId : null;
    const { begun, url } = await beginSignIn(settings, callbackUrl(context.config.publicUrl));
    const place = { id: credential.id, name, type };
    await credentials.beginSignIn(actorOf(caller), place, { content: begun, signInId });
    return { status: 200, body: { authorizationUrl: url } };
  },
});
