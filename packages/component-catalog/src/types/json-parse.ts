import { DEFAULT_TIMEOUT_SECONDS, namedOutput, nextAndErrorPorts } from '../descriptor.ts';
import type { ComponentDescriptor } from '../descriptor.ts';
import { checkFields, fieldsSchema, readFields } from '../field-schema.ts';
import { templateSites } from '../template-sites.ts';

export const jsonParse: ComponentDescriptor = {
  type: 'json-parse',
  title: 'Parse JSON',
  description:
    'Reads a JSON text into typed fields. A missing or wrong field fails the step; undeclared fields are ignored.',
  category: 'data',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['source', 'fields'],
    properties: {
      source: { type: 'string', title: 'Source', description: 'The JSON text.', minLength: 1, 'x-control': 'template' },
      fields: { ...fieldsSchema('The fields to read.'), default: [] },
    },
  },
  isTrigger: false,
  hasEffect: false,
  defaultTimeoutSeconds: DEFAULT_TIMEOUT_SECONDS,
  ports: nextAndErrorPorts,
  outputs: (component) => namedOutput(component, { type: 'OBJECT', fields: readFields(component.config.fields) }),
  templates: (config) => templateSites(config.source, '/source'),
  checkConfig: (config) => checkFields(config.fields, '/fields'),
};
