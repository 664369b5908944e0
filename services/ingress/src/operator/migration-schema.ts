import { defineSchema } from '../http/define-route.ts';

export const migrationSchema = defineSchema('Migration', {
  type: 'object',
  required: ['name', 'state'],
  properties: { name: { type: 'string' }, state: { type: 'string' } },
});
