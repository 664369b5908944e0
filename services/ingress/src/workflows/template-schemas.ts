import { object, uuid } from '../http/schema-parts.ts';

/** The schema of values for a first TEST run of a template's workflow. */
export const templateSamplesSchema = {
  type: 'array',
  description: 'Values for a first TEST run, by the component that it starts at; the first is the one to offer.',
  items: object({ componentId: uuid, placeholderValues: { type: 'object', additionalProperties: true } }),
} as const;
