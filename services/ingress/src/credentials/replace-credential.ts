import { invalidFields } from '../errors/api-error.ts';
import { notFound } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, credentialsOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { readCredentialChange } from './credential-content.ts';
import {
  bodyDescription,
  bodyExample,
  CREDENTIAL,
  credentialBody,
  credentialPath,
  credentialSchema,
  credentialSecurity,
  wrongFields,
} from './credential-schemas.ts';
import { nameTaken } from './name-taken.ts';
import { shownCredential } from './show-credential.ts';

export const replaceCredential = defineRoute({
  method: 'PUT',
  path: `${credentialPath}/{id}`,
  summary: 'Change a credential',
  description:
    'Secret fields that are left out stay as they are, unless the change sends them elsewhere (another host, port, ' +
    `encryption or URL): then they are required. The type stays. ${bodyDescription}`,
  security: credentialSecurity,
  params: params('id'),
  body: credentialBody,
  bodyExample,
  responses: {
    200: { description: 'The credential, without its secrets.', schema: credentialSchema },
    400: wrongFields,
    409: { description: 'Another credential has this name.' },
  },
  async handler(context, { params: { id }, body }, caller) {
    const change = readCredentialChange(body, context.oauth);
    const outcome = await credentialsOf(context, caller).replace(actorOf(caller), id.toLowerCase(), change);
    switch (outcome.kind) {
      case 'not-found':
        throw notFound(CREDENTIAL, id);
      case 'name-taken':
        throw nameTaken(body.name);
      case 'refused':
        throw invalidFields(outcome.problems);
      case 'saved':
        return { status: 200, body: shownCredential(outcome.credential) };
    }
  },
});
