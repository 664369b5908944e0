import { defineRoute } from '../http/define-route.ts';
import { actorOf, credentialsOf } from '../http/organization-of.ts';
import { readNewCredential } from './credential-content.ts';
import {
  bodyDescription,
  bodyExample,
  credentialBody,
  credentialPath,
  credentialSchema,
  credentialSecurity,
  wrongFields,
} from './credential-schemas.ts';
import { nameTaken } from './name-taken.ts';
import { shownCredential } from './show-credential.ts';

export const createCredential = defineRoute({
  method: 'POST',
  path: credentialPath,
  summary: 'Create a credential',
  description: `Components sign in to other systems with it. Secrets are sealed and never returned. ${bodyDescription}`,
  security: credentialSecurity,
  body: credentialBody,
  bodyExample,
  responses: {
    201: { description: 'The credential, without its secrets.', schema: credentialSchema },
    400: wrongFields,
    409: { description: 'Another credential has this name.' },
  },
  async handler(context, { body }, caller) {
    const content = readNewCredential(body, context.oauth);
    const outcome = await credentialsOf(context, caller).create(actorOf(caller), body.type, content);
    if (outcome.kind === 'name-taken') throw nameTaken(body.name);
    return { status: 201, body: shownCredential(outcome.credential) };
  },
});
