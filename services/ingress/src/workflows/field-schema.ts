import { PLACEHOLDER_TYPES } from '@workflow/workflow-model';
import { defineSchema } from '../http/define-route.ts';

/** A placeholder, or a field of an OBJECT. */
export const fieldSchema = defineSchema('Field', {
  type: 'object',
  required: ['key', 'type'],
  properties: {
    key: { type: 'string' },
    type: { type: 'string', enum: [...PLACEHOLDER_TYPES] },
    optional: { type: 'boolean' },
    fields: { type: 'array', items: { type: 'object' }, description: 'Fields of an OBJECT, each like this one.' },
  },
});
