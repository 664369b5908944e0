import { ApiError, invalidRequest } from '../../errors/api-error.ts';
import { defineRoute } from '../../http/define-route.ts';
import { DELETED, params } from './schema-parts.ts';
import { findComponent } from './find-component.ts';
import { actorOf, notFound, organizationOf, required } from './organization-of.ts';
import { newTokenSchema, tokenSchema } from './token-schemas.ts';

const path = '/v1/workflows/{id}/components/{componentId}/token';
const security = { kind: 'caller', scope: 'manage' } as const;
type TokenParams = { id: string; componentId: string };

/** Spec §2.5. */
export const createToken = defineRoute<TokenParams>({
  method: 'POST',
  path,
  operationId: 'createToken',
  summary: 'Generate the token of a webhook component',
  description: 'The only answer that ever shows it. A component has one living token; delete it to generate another.',
  tags: ['Webhook tokens'],
  security,
  params: params('id', 'componentId'),
  responses: {
    201: { description: 'The token.', schema: newTokenSchema },
    409: { description: 'The component has a living token.' },
  },
  async handler(context, { params: { id, componentId } }, caller) {
    const organization = organizationOf(context, caller);
    const outcome = await organization.createToken(actorOf(caller), id, componentId.toLowerCase());
    switch (outcome.kind) {
      case 'not-found':
        // Names the workflow when it is that which is missing.
        await findComponent(organization, id, componentId);
        throw notFound('Component', componentId);
      case 'not-a-webhook': throw invalidRequest([`component '${componentId}' is not a webhook`]);
      case 'exists': throw new ApiError('CONFLICT', { values: { reason: 'The component has a token; delete it to generate another' } });
      case 'created': {
        const { prefix, createdAt } = outcome.token;
        return { status: 201, body: { token: outcome.value, prefix, createdAt }, headers: { 'Cache-Control': 'no-store' } };
      }
    }
  },
});

export const readToken = defineRoute<TokenParams>({
  method: 'GET',
  path,
  operationId: 'readToken',
  summary: 'Read what is known of the token of a webhook component',
  description: 'Not the token itself: that was shown once, when it was generated.',
  tags: ['Webhook tokens'],
  security,
  params: params('id', 'componentId'),
  responses: { 200: { description: 'Prefix, times and maker.', schema: tokenSchema } },
  async handler(context, { params: { id, componentId } }, caller) {
    const organization = organizationOf(context, caller);
    const { component } = await findComponent(organization, id, componentId);
    return { status: 200, body: required(await organization.readToken(id, component.id), 'Token of component', componentId) };
  },
});

export const deleteToken = defineRoute<TokenParams>({
  method: 'DELETE',
  path,
  operationId: 'deleteToken',
  summary: 'Delete the token of a webhook component',
  description: 'Senders that use it are refused from then on, by every replica within a second.',
  tags: ['Webhook tokens'],
  security,
  params: params('id', 'componentId'),
  responses: { 204: DELETED },
  async handler(context, { params: { id, componentId } }, caller) {
    const deleted = await organizationOf(context, caller).deleteToken(actorOf(caller), id, componentId);
    required(deleted, 'Token of component', componentId);
    return { status: 204 };
  },
});
