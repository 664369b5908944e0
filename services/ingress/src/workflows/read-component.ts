import { findComponentType, isStoredFor, sendablePlaceholders } from '@workflow/components/descriptors';
import type { Polling } from '@workflow/session-store';
import { pageUrl } from '../http/addresses/page-address.ts';
import { defineRoute, defineSchema } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { object, params, time, uuid } from '../http/schema-parts.ts';
import { fieldSchema } from './field-schema.ts';
import { findComponent } from './find-component.ts';
import { dueTimesProperties } from './schedule-schemas.ts';
import { tokenSchema } from './token-schema.ts';

/** The additional properties of the component of a polling trigger. */
const pollingProperties = {
  lastPoll: {
    ...object({ at: time, ok: { type: 'boolean' }, message: { type: 'string' } }),
    nullable: true,
    description: 'The result of the last poll of a trigger that polls; null while there was none.',
  },
  nextPollAt: {
    ...time,
    nullable: true,
    description:
      'The time of the next poll of a trigger that polls. It is later the more polls fail in a row. ' +
      'null while it is paused or not published.',
  },
  failedPolls: {
    type: 'integer',
    description: 'The number of failed polls in a row, up to the last one.',
  },
} as const;

/** @param polling null if it is not published */
function pollingView(polling: Polling | null) {
  return {
    lastPoll: polling?.last ?? null,
    nextPollAt: polling?.nextAt ?? null,
    failedPolls: polling?.failures ?? 0,
  };
}

const componentViewSchema = defineSchema('ComponentView', {
  type: 'object',
  required: ['id', 'type', 'config', 'workflowId', 'inDraft', 'availablePlaceholders'],
  properties: {
    id: uuid,
    type: { type: 'string' },
    name: { type: 'string' },
    output: { type: 'string' },
    config: { type: 'object', additionalProperties: true },
    retry: { type: 'object', additionalProperties: true },
    timeoutSeconds: { type: 'number' },
    position: { type: 'object', additionalProperties: true },
    workflowId: uuid,
    inDraft: { type: 'boolean', description: 'false: only the published version has it.' },
    availablePlaceholders: {
      type: 'array',
      items: fieldSchema,
      description:
        'Placeholders that a run which starts here may send: the outputs of all components before this one, which ' +
        'its templates may also read, and outputs that later components read and whose producers will not run.',
    },
    productionEndpointUrl: { type: 'string', description: 'The address that senders call; only of a webhook.' },
    ...dueTimesProperties,
    publicUrl: { type: 'string', description: 'The address of its page; only of a form and a chat.' },
    ...pollingProperties,
    filtered: {
      ...object({
        lastHour: { type: 'integer', description: 'In the last 60 minutes.' },
        lastAt: { ...time, nullable: true, description: 'Null if there was none yet.' },
      }),
      description: 'Only of a webhook: how many deliveries its filter refused.',
    },
    token: { ...tokenSchema, nullable: true, description: "The webhook's token; null when there is none." },
  },
});

export const readComponent = defineRoute({
  method: 'GET',
  path: '/v1/workflows/{id}/components/{componentId}',
  summary: 'Read a component and what is available to it',
  description: 'The component of the draft, or of the published version where the draft no longer has it.',
  security: { kind: 'caller', scope: 'manage' },
  params: params('id', 'componentId'),
  responses: { 200: { description: 'The component.', schema: componentViewSchema } },
  async handler(context, { params: { id, componentId } }, caller) {
    const organization = organizationOf(context, caller);
    const { component, definition, inDraft } = await findComponent(organization, id, componentId);
    const webhook = isStoredFor(component.type, 'access-token') && {
      productionEndpointUrl: `${context.config.publicWebhookUrl}/webhook/${id.toLowerCase()}`,
      token: await organization.readToken(id, component.id),
      filtered: await context.store.lookups.readFiltered(caller.organizationId, id, component.id),
    };
    const dueTimes =
      isStoredFor(component.type, 'schedule') &&
      (await context.store.schedules.readDueTimes(caller.organizationId, id, component.id));
    const page = isStoredFor(component.type, 'public-page') && {
      publicUrl: pageUrl(
        context.config.publicUrl,
        findComponentType(component)?.trigger?.sessions === 'CHAT' ? 'CHAT' : 'FORM',
        {
          workflowId: id.toLowerCase(),
          componentId: component.id,
        },
      ),
    };
    const polling = isStoredFor(component.type, 'poll')
      ? await context.store.polls.read(caller.organizationId, id, component.id)
      : undefined;
    const placeholders = sendablePlaceholders(definition, component.id);
    return {
      status: 200,
      body: {
        ...component,
        workflowId: id.toLowerCase(),
        inDraft,
        availablePlaceholders: placeholders,
        ...webhook,
        ...dueTimes,
        ...page,
        ...(polling !== undefined && pollingView(polling)),
      },
    };
  },
});
