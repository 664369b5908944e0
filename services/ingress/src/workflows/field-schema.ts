import { ITEM_TYPES, PLACEHOLDER_TYPES } from '@workflow/workflow-model';
import { defineSchema } from '../http/define-route.ts';
import { object } from '../http/schema-parts.ts';

const fields = (description: string) => ({ type: 'array', items: { type: 'object' }, description });

/** A placeholder, or a field of an OBJECT. */
export const fieldSchema = defineSchema('Field', {
  type: 'object',
  required: ['key', 'type'],
  properties: {
    key: { type: 'string' },
    type: { type: 'string', enum: [...PLACEHOLDER_TYPES] },
    optional: { type: 'boolean' },
    sensitive: { type: 'boolean', description: 'Sealed at rest, and shown as •••.' },
    fields: fields('Fields of an OBJECT, each like this one.'),
    items: {
      description: 'The type of the items of a LIST. Default: TEXT.',
      anyOf: [
        { type: 'string', enum: [...ITEM_TYPES] },
        object({
          type: { type: 'string', enum: ['OBJECT'] },
          fields: fields('Fields of each item, each like this one.'),
        }),
      ],
    },
  },
});
