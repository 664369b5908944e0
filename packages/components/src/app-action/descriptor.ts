import { defineComponent, readValueType } from '@workflow/component-kit';
import { isJsonObject, objectOrEmpty, type Field, type JsonObject, type ValueShape } from '@workflow/workflow-model';
import { credentialField } from './credential-field.ts';

export const descriptor = defineComponent({
  type: 'app-action',
  title: 'App action',
  description: 'Calls an operation of an app: of an OpenAPI document, or a tool of an MCP server.',
  category: 'action',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['app', 'version', 'action'],
    properties: {
      app: { type: 'string', title: 'App', format: 'uuid', 'x-reference': { kind: 'app' } },
      version: {
        type: 'integer',
        title: 'Version',
        description: 'The version of the app. It does not change when the source changes.',
        minimum: 1,
      },
      action: {
        type: 'string',
        title: 'Action',
        minLength: 1,
        maxLength: 300,
        'x-reference': { kind: 'operation', of: 'app' },
      },
      arguments: {
        type: 'object',
        title: 'Arguments',
        description: 'JSON. {{ … }} inserts values.',
        default: {},
        'x-control': 'json',
        'x-operation': {
          app: 'app',
          version: 'version',
          action: 'action',
          credential: 'credential',
          returns: 'returns',
        },
      },
      credential: credentialField,
      shape: {
        type: 'object',
        title: 'Type of the data',
        description: 'The type of the data of a tool that does not describe it: type, fields and items.',
        'x-control': 'computed',
      },
      returns: { type: 'object', title: 'Type of the output', 'x-control': 'computed' },
      directory: {
        type: 'string',
        title: 'App of the directory',
        description: 'The name of the app in the directory of the console that has the action. The editor offers it.',
        maxLength: 40,
        'x-control': 'computed',
      },
    },
  },
  hasEffect: true,
  produces: { name: 'result', shapeOf: outputType },
  pinning: 'partial',
});

/** Returns the type that the service stored. Data of a tool without a schema has the type that the author chose. */
function outputType({ returns, shape }: JsonObject): ValueShape {
  const type = readValueType(objectOrEmpty(returns));
  if (type.type !== 'OBJECT' || !isJsonObject(shape)) return type;
  return { ...type, fields: type.fields?.map((field) => withShape(field, readValueType(shape))) ?? [] };
}

function withShape(field: Field, shape: ValueShape): Field {
  return field.key === 'data' && field.type === 'JSON' ? { ...field, ...shape } : field;
}
