/** The bytes of a manifest as text. */
export const MAX_MANIFEST_BYTES = 262_144;
/** The depth of nested objects and lists. */
export const MAX_MANIFEST_DEPTH = 32;
/** The number of values of all kinds. */
export const MAX_MANIFEST_VALUES = 10_000;

const fieldsOfOutput = { type: 'array', maxItems: 200, items: { type: 'object' } };

/** The schema of a manifest. `read-manifest.ts` has the other rules. */
export const MANIFEST_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['type', 'title', 'description', 'category', 'hasEffect', 'configSchema', 'docs', 'icon', 'example'],
  properties: {
    type: { type: 'string', maxLength: 64, pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 500 },
    category: { type: 'string', enum: ['data', 'flow', 'action'] },
    hasEffect: { type: 'boolean' },
    configSchema: { type: 'object' },
    produces: {
      type: 'object',
      additionalProperties: false,
      properties: {
        name: { type: 'string', maxLength: 64, pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
        type: { type: 'string', enum: ['TEXT', 'NUMBER', 'BOOLEAN', 'DATE_TIME', 'LIST', 'OBJECT', 'JSON'] },
        fields: fieldsOfOutput,
        typeFromConfig: { type: 'boolean', enum: [true] },
        fieldsFromConfig: { type: 'string', maxLength: 128 },
      },
      required: ['name'],
    },
    ports: {
      oneOf: [
        { type: 'array', minItems: 1, maxItems: 50, items: { type: 'string', minLength: 1, maxLength: 64 } },
        {
          type: 'object',
          additionalProperties: false,
          required: ['list', 'key', 'followedBy'],
          properties: {
            list: { type: 'string', maxLength: 128 },
            key: { type: 'string', maxLength: 128 },
            followedBy: { type: 'array', maxItems: 50, items: { type: 'string', minLength: 1, maxLength: 64 } },
          },
        },
      ],
    },
    timeoutSeconds: { type: 'number', minimum: 1, maximum: 3_600 },
    newConfig: { type: 'object' },
    docs: { type: 'string', minLength: 1, maxLength: 65_536 },
    icon: { type: 'string', minLength: 1, maxLength: 16_384, pattern: '^<svg[\\s>]' },
    example: { type: 'object' },
  },
} as const;
