import { defineSchema } from '../../http/define-route.ts';
import { personSchema, time, uuid } from './schema-parts.ts';

const tokenProperties = {
  id: uuid,
  prefix: { type: 'string', description: 'The visible start of the token, to recognize it by.' },
  createdAt: time,
  createdBy: personSchema,
  lastUsedAt: { ...time, nullable: true },
} as const;

export const tokenSchema = defineSchema('WebhookToken', {
  type: 'object',
  required: Object.keys(tokenProperties),
  properties: tokenProperties,
});

export const newTokenSchema = defineSchema('NewWebhookToken', {
  type: 'object',
  required: ['token', 'prefix', 'createdAt'],
  properties: {
    token: { type: 'string', description: 'The token itself. Shown in this answer and never again.' },
    prefix: tokenProperties.prefix,
    createdAt: time,
  },
});
