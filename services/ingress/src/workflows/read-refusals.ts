import { MAX_STORED_REFUSALS, REFUSAL_REASONS } from '@workflow/session-store';
import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { defineObject, object, params, time, uuid } from '../http/schema-parts.ts';

const reason = {
  type: 'string',
  enum: [...REFUSAL_REASONS],
  description:
    '`token`: missing or wrong. `quota`: of the organization. `unreadable`: body or headers. `unavailable`: the ' +
    'service failed or was overloaded.',
} as const;

const refusalsSchema = defineObject('WorkflowRefusals', {
  counts: {
    type: 'array',
    description: 'The refusals by reason, the most frequent first.',
    items: object({
      reason,
      count: { type: 'integer' },
      since: { ...time, description: 'Counted since then.' },
      lastAt: time,
    }),
  },
  recent: {
    type: 'array',
    description: `The last ones, newest first, ${MAX_STORED_REFUSALS} at most.`,
    items: object({
      at: time,
      reason,
      status: { type: 'integer', description: 'The status that was answered.' },
      componentId: { ...uuid, nullable: true, description: 'The webhook; null where no valid token named one.' },
      network: { type: 'string', description: 'The network of the sender: the /24 of IPv4, the /64 of IPv6.' },
      bytes: { type: 'integer', nullable: true, description: 'From `Content-Length`; null without that header.' },
    }),
  },
});

export const readWorkflowRefusals = defineRoute({
  method: 'GET',
  path: '/v1/workflows/{id}/refusals',
  summary: 'Read which deliveries to the webhooks of a workflow were refused',
  description:
    'Counted within two seconds. In a flood of refusals, those of further workflows may go uncounted. ' +
    'Neither the body nor the headers are stored.',
  security: { kind: 'caller', scope: ['read', 'manage'] },
  params: params('id'),
  responses: { 200: { description: 'The refusals.', schema: refusalsSchema } },
  async handler(context, { params: { id } }, caller) {
    return { status: 200, body: required(await organizationOf(context, caller).readRefusals(id), 'Workflow', id) };
  },
});
