import { COMPONENT_TYPES } from '@workflow/component-catalog';
import { defineRoute, defineSchema } from '../http/define-route.ts';

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
    'configSchema',
  ],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    description: { type: 'string' },
    category: { type: 'string', enum: ['trigger', 'data', 'flow', 'action'] },
    isTrigger: { type: 'boolean' },
    hasEffect: { type: 'boolean' },
    defaultTimeoutSeconds: { type: 'number', nullable: true },
    ports: { type: 'array', items: { type: 'string' }, description: 'Of a component whose config is empty.' },
    configSchema: { type: 'object', additionalProperties: true, description: 'JSON Schema of `config`.' },
  },
});

const items = COMPONENT_TYPES.map((descriptor) => {
  const { type, title, description, category, isTrigger, hasEffect, defaultTimeoutSeconds, configSchema } = descriptor;
  return {
    type,
    title,
    description,
    category,
    isTrigger,
    hasEffect,
    defaultTimeoutSeconds,
    ports: descriptor.ports({}),
    configSchema,
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
