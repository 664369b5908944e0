import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { credentialsOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { CREDENTIAL, credentialPath, credentialSchema, credentialSecurity } from './credential-schemas.ts';
import { shownCredential } from './show-credential.ts';

export const readCredential = defineRoute({
  method: 'GET',
  path: `${credentialPath}/{id}`,
  summary: 'Read a credential, without its secrets',
  security: credentialSecurity,
  params: params('id'),
  responses: { 200: { description: 'The credential.', schema: credentialSchema } },
  async handler(context, { params: { id } }, caller) {
    const credential = required(await credentialsOf(context, caller).find(id), CREDENTIAL, id);
    return { status: 200, body: shownCredential(credential) };
  },
});
