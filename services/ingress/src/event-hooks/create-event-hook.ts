import { invalidRequest } from '../errors/api-error.ts';
import { defineRoute, defineSchema } from '../http/define-route.ts';
import { requireWorkflows } from '../http/require-workflows.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import {
  eventHookPath,
  eventHookSecurity,
  events,
  eventHookWithSecretSchema,
  workflowIds,
} from './event-hook-schemas.ts';

const MAX_URL_LENGTH = 2_000;

export const createEventHook = defineRoute({
  method: 'POST',
  path: eventHookPath,
  summary: 'Send events to an address when sessions end or approvals wait',
  description:
    'Deliveries follow Standard Webhooks, for PROD sessions without a parent. Each is tried for three days and may ' +
    'arrive more than once, with the same `webhook-id`. `workflow.failing` is sent once when ten sessions of a ' +
    'workflow have failed in a row, and `approval.waiting` when a session of the mode PROD waits for a decision, and ' +
    'as often as the approval reminds.',
  security: eventHookSecurity,
  body: defineSchema('NewEventHook', {
    type: 'object',
    additionalProperties: false,
    required: ['url', 'events'],
    properties: {
      url: { type: 'string', minLength: 1, maxLength: MAX_URL_LENGTH, description: 'An http or https URL.' },
      events,
      workflowIds,
    },
  }),
  bodyExample: { url: 'https://example.com/events', events: ['session.failed', 'workflow.failing'] },
  responses: { 201: { description: 'The hook, with its secret.', schema: eventHookWithSecretSchema } },
  async handler(context, { body }, caller) {
    checkUrl(body.url);
    const only = body.workflowIds?.map((id) => id.toLowerCase()) ?? null;
    await requireWorkflows(context, caller, only ?? []);
    const { hook, secret } = await organizationOf(context, caller).createEventHook(actorOf(caller), {
      url: body.url,
      events: body.events,
      workflowIds: only,
    });
    return { status: 201, body: { ...hook, secret } };
  },
});

/** Refuses URLs that the executor could not parse. The executor checks IP addresses when it connects. */
function checkUrl(text: string): void {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw invalidRequest(['url must be an http or https URL']);
  if (url.username !== '' || url.password !== '')
    throw invalidRequest(['url must not contain a user name or password']);
}
