import { defineObject, personSchema, time, uuid } from '../http/schema-parts.ts';

export const tokenSchema = defineObject('WebhookToken', {
  id: uuid,
  prefix: { type: 'string', description: 'The visible start of the token, to recognize it by.' },
  createdAt: time,
  createdBy: personSchema,
  lastUsedAt: { ...time, nullable: true },
});
