import { conflict } from '../errors/api-error.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { findComponent } from '../workflows/find-component.ts';
import { listenerPath, listenerSchema } from './listener-route.ts';
import { tokenSecurity } from './token-route.ts';

export const startListening = defineRoute({
  method: 'POST',
  path: listenerPath,
  summary: 'Listen for the next delivery to a webhook component',
  description:
    'For ten minutes (`WEBHOOK_LISTEN_MS`) the next delivery with the token of the component is shown ' +
    'here, whichever replica receives it. It is accepted as ever; before the workflow is published its sender is ' +
    'answered 409 as ever, and the request is shown. A delivery that is filtered is shown as well. To begin again ' +
    'forgets what was caught.',
  security: tokenSecurity,
  params: params('id', 'componentId'),
  responses: {
    201: { description: 'Listening.', schema: listenerSchema },
    409: { description: 'The component has no token, so nothing can be delivered.' },
  },
  async handler(context, { params: { id, componentId } }, caller) {
    const organization = organizationOf(context, caller);
    const { component } = await findComponent(organization, id, componentId);
    const body = await organization.startListening(id, component.id, context.config.webhookListenMs);
    if (body === null) throw conflict('The component has no token; generate one first');
    return { status: 201, body };
  },
});
