import { DEFAULT_TIMEOUT_SECONDS, nextAndErrorPorts } from '../descriptor.ts';
import type { ComponentDescriptor } from '../descriptor.ts';
import { checkFields, fieldsSchema, readFields } from '../field-schema.ts';

export const input: ComponentDescriptor = {
  type: 'input',
  title: 'Input',
  description: 'Starts a workflow with placeholders that the caller sends.',
  category: 'trigger',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['placeholders'],
    properties: {
      placeholders: { ...fieldsSchema('What callers may send.'), title: 'Placeholders', default: [] },
    },
  },
  isTrigger: true,
  hasEffect: false,
  defaultTimeoutSeconds: DEFAULT_TIMEOUT_SECONDS,
  ports: nextAndErrorPorts,
  outputs: (component) => readFields(component.config.placeholders),
  templates: () => [],
  checkConfig: (config) => checkFields(config.placeholders, '/placeholders'),
};
