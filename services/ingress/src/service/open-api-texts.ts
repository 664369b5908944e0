import type { JsonSchema } from '@workflow/component-kit';
import { object } from '../http/schema-parts.ts';

export const errorSchema: JsonSchema = {
  ...object({
    httpStatus: { type: 'integer', description: 'Same as the HTTP status of the response.' },
    errorId: {
      type: 'string',
      format: 'uuid',
      description: 'Identifies the error. Report it to the operator of the service.',
    },
    message: { type: 'string', description: 'Human-readable text.' },
  }),
  description: 'Body of every error.',
  example: { httpStatus: 400, errorId: '0190f3f2-7c1a-4b6e-8a53-0d4a5b6c7d8e', message: 'workflowId is required' },
};

export const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'API key of the organization.' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'better-auth.session_token',
    description: 'Session of a signed-in user.',
  },
  operatorKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: '`OPERATOR_KEY` of the service; without one these paths answer 404.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, for clients of the Model Context Protocol.',
  },
  webhookToken: {
    type: 'apiKey',
    in: 'header',
    name: 'token',
    description: 'Token of the webhook component; the preferred way.',
  },
  webhookTokenInUrl: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The webhook token in the URL, for senders that cannot set headers.',
  },
};

/** The descriptions of tags, in no order. */
export const TAGS: Record<string, string> = {
  Runs: 'Start workflows.',
  Webhooks: 'Deliveries from other applications, and the status of their sessions.',
  Callbacks: 'Answers of other systems to sessions that wait for them.',
  Approvals: 'Decisions of people that sessions wait for, and their pages.',
  Forms: 'Public pages that start sessions.',
  Chats: 'Public pages on which people chat with workflows.',
  Sessions: 'Runs of workflows: their status and steps, cancel and retry.',
  Workflows: 'Drafts, versions, publishing, and the catalogue of components.',
  Organization: 'Keys, secrets, limits and the audit log of an organization.',
  Overview: 'Figures of the sessions of an organization, and the load of the executors.',
  Account: 'What signed-in people see and change of their own account.',
  'Set-up': 'The first admin of an installation, and invitations.',
  'Webhook tokens': 'The token that senders include in deliveries to one webhook component.',
  Operator: 'For the operator of this installation, with a separate key.',
  Service: 'Whether this replica is alive and ready, and this document.',
};
