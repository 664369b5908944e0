import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { findComponent } from '../workflows/find-component.ts';
import { listenerPath, listenerSchema } from './listener-route.ts';
import { tokenSecurity } from './token-route.ts';

const NOBODY = { until: null, isListening: false, caught: null };

export const readListener = defineRoute({
  method: 'GET',
  path: listenerPath,
  summary: 'Read the delivery that was listened for',
  description: 'A caught delivery is stored until listening begins again, or the token is deleted.',
  security: tokenSecurity,
  params: params('id', 'componentId'),
  responses: {
    200: { description: 'The state of the listener, and the delivery that it caught.', schema: listenerSchema },
  },
  async handler(context, { params: { id, componentId } }, caller) {
    const organization = organizationOf(context, caller);
    const { component } = await findComponent(organization, id, componentId);
    return { status: 200, body: (await organization.readListener(id, component.id)) ?? NOBODY };
  },
});
