import { conflict, invalidRequest } from '../errors/api-error.ts';
import { notFound } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { defineObject, params, time } from '../http/schema-parts.ts';
import { findComponent } from '../workflows/find-component.ts';
import { tokenSchema } from '../workflows/token-schema.ts';
import { tokenPath, tokenSecurity } from './token-route.ts';

const newTokenSchema = defineObject('NewWebhookToken', {
  token: { type: 'string', description: 'The token itself. Shown in this answer and never again.' },
  prefix: tokenSchema.properties.prefix,
  createdAt: time,
});

/** Creates a token for a sender of a webhook, which is shown once (contract §2.5). */
export const createToken = defineRoute({
  method: 'POST',
  path: tokenPath,
  summary: 'Generate the token of a webhook component',
  description: 'Only this answer shows the token. A component has one token at a time; delete it to generate another.',
  security: tokenSecurity,
  params: params('id', 'componentId'),
  responses: {
    201: { description: 'The token.', schema: newTokenSchema },
    409: { description: 'The component has a token already.' },
  },
  async handler(context, { params: { id, componentId } }, caller) {
    const organization = organizationOf(context, caller);
    const outcome = await organization.createToken(actorOf(caller), id, componentId.toLowerCase());
    switch (outcome.kind) {
      case 'not-found':
        // Names the workflow when the workflow is missing.
        await findComponent(organization, id, componentId);
        throw notFound('Component', componentId);
      case 'not-a-webhook':
        throw invalidRequest([`component '${componentId}' is not a webhook`]);
      case 'exists':
        throw conflict('The component has a token; delete it to generate another');
      case 'created': {
        const { prefix, createdAt } = outcome.token;
        return {
          status: 201,
          body: { token: outcome.value, prefix, createdAt },
        };
      }
    }
  },
});
