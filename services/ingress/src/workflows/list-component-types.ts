import { COMPONENT_TYPES } from '@workflow/components/descriptors';
import { docsOf } from '@workflow/components/docs';
import { defineRoute, defineSchema } from '../http/define-route.ts';
import { fieldSchema } from './field-schema.ts';

const componentTypeSchema = defineSchema('ComponentType', {
  type: 'object',
  required: [
    'type',
    'title',
    'description',
    'category',
    'isTrigger',
    'hasEffect',
    'defaultTimeoutSeconds',
    'ports',
    'outputs',
    'configSchema',
    'docs',
    'version',
  ],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    description: { type: 'string' },
    category: { type: 'string', enum: ['trigger', 'data', 'flow', 'action'] },
    isTrigger: { type: 'boolean' },
    hasEffect: { type: 'boolean' },
    defaultTimeoutSeconds: { type: 'number', nullable: true },
    ports: { type: 'array', items: { type: 'string' }, description: 'Of a component that was just added.' },
    outputs: {
      type: 'array',
      items: fieldSchema,
      description: 'The placeholders that a component which was just added produces.',
    },
    configSchema: { type: 'object', additionalProperties: true, description: 'JSON Schema of `config`.' },
    docs: { type: 'string', description: 'Markdown: what it is for, its fields, an example, what goes wrong.' },
    version: { type: 'string', description: "Of the type's behaviour." },
  },
});

const items = COMPONENT_TYPES.map((descriptor) => {
  const config = descriptor.newConfig();
  const { outputName } = descriptor;
  const { type, title, description, category, isTrigger, hasEffect, defaultTimeoutSeconds, configSchema } = descriptor;
  return {
    type,
    title,
    description,
    category,
    isTrigger,
    hasEffect,
    defaultTimeoutSeconds,
    ports: descriptor.ports(config),
    outputs: descriptor.outputs({ config, ...(outputName !== null && { output: outputName }) }),
    configSchema,
    docs: docsOf(type),
    version: descriptor.version,
  };
});

export const listComponentTypes = defineRoute({
  method: 'GET',
  path: '/v1/component-types',
  operationId: 'listComponentTypes',
  summary: 'The types of components',
  tags: ['Workflows'],
  security: { kind: 'caller', scope: ['read', 'manage'] },
  responses: {
    200: {
      description: 'The catalogue.',
      schema: {
        type: 'object',
        required: ['items', 'nextCursor'],
        properties: {
          items: { type: 'array', items: componentTypeSchema },
          nextCursor: { type: 'string', nullable: true },
        },
      },
    },
  },
  handler: () => Promise.resolve({ status: 200, body: { items, nextCursor: null } }),
});
