import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { findComponent } from '../workflows/find-component.ts';
import { tokenSchema } from '../workflows/token-schema.ts';
import { tokenPath, tokenSecurity } from './token-route.ts';

export const readToken = defineRoute({
  method: 'GET',
  path: tokenPath,
  summary: "Read prefix and times of a webhook component's token",
  description: 'The token itself is shown only once, when it is generated.',
  security: tokenSecurity,
  params: params('id', 'componentId'),
  responses: { 200: { description: 'Prefix, times, and who created it.', schema: tokenSchema } },
  async handler(context, { params: { id, componentId } }, caller) {
    const organization = organizationOf(context, caller);
    const { component } = await findComponent(organization, id, componentId);
    return {
      status: 200,
      body: required(await organization.readToken(id, component.id), 'Token of component', componentId),
    };
  },
});
