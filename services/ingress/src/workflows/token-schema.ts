import { defineSchema } from '../http/define-route.ts';
import { personSchema, time, uuid } from '../http/schema-parts.ts';

export const tokenProperties = {
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
