const FIELD = {
  type: 'string',
  title: 'Field',
  description: 'A field of the items, or a path such as `address.city`.',
  minLength: 1,
  maxLength: 512,
} as const;
const FIELDS = { type: 'array', title: 'Fields', minItems: 1, maxItems: 200, items: FIELD } as const;

function operation<const Name extends string>(name: Name) {
  return { type: 'string', enum: [name] } as const;
}

const filter = {
  type: 'object',
  title: 'Filter',
  description: 'Keeps the items for which an expression is true.',
  additionalProperties: false,
  required: ['operation', 'expression'],
  properties: {
    operation: operation('filter'),
    expression: {
      type: 'string',
      title: 'Keep items where',
      description: 'An expression over `item`, `index` (from 0) and the placeholders, such as `item.price > 10`.',
      minLength: 1,
      'x-control': 'expression',
      'x-names': ['item', 'index'],
    },
  },
} as const;

const sort = {
  type: 'object',
  title: 'Sort',
  description: 'Items that are equal keep their order; where a field is missing, the item comes last.',
  additionalProperties: false,
  required: ['operation', 'by'],
  properties: {
    operation: operation('sort'),
    by: {
      type: 'array',
      title: 'By',
      minItems: 1,
      maxItems: 20,
      items: {
        type: 'object',
        title: 'Field',
        additionalProperties: false,
        required: ['field'],
        properties: {
          field: FIELD,
          direction: {
            type: 'string',
            title: 'Direction',
            enum: ['asc', 'desc'],
            default: 'asc',
            'x-labels': { asc: 'Ascending', desc: 'Descending' },
          },
        },
      },
    },
  },
} as const;

const limit = {
  type: 'object',
  title: 'Limit',
  description: 'Keeps the first or the last items.',
  additionalProperties: false,
  required: ['operation', 'count'],
  properties: {
    operation: operation('limit'),
    count: { type: 'integer', title: 'Count', minimum: 0, maximum: 10_000_000, default: 10 },
    from: {
      type: 'string',
      title: 'From',
      enum: ['start', 'end'],
      default: 'start',
      'x-labels': { start: 'The start', end: 'The end' },
    },
  },
} as const;

const unique = {
  type: 'object',
  title: 'Remove duplicates',
  description: 'Keeps the first of the items that are equal.',
  additionalProperties: false,
  required: ['operation'],
  properties: {
    operation: operation('unique'),
    by: { ...FIELDS, title: 'By', description: 'Fields that are compared; the whole items when left out.' },
  },
} as const;

const split = {
  type: 'object',
  title: 'Split',
  description: 'One item for each element of a list within the item, with the element in the place of the list.',
  additionalProperties: false,
  required: ['operation', 'field'],
  properties: { operation: operation('split'), field: FIELD },
} as const;

const pick = {
  type: 'object',
  title: 'Pick fields',
  description: 'Keeps these fields of each item alone.',
  additionalProperties: false,
  required: ['operation', 'fields'],
  properties: { operation: operation('pick'), fields: FIELDS },
} as const;

const rename = {
  type: 'object',
  title: 'Rename fields',
  description: 'Gives fields of each item other names.',
  additionalProperties: false,
  required: ['operation', 'fields'],
  properties: {
    operation: operation('rename'),
    fields: {
      type: 'object',
      title: 'Names',
      description: 'From the name of a field, or its path, to its next one.',
      minProperties: 1,
      maxProperties: 200,
      'x-control': 'json',
      additionalProperties: { type: 'string', minLength: 1, maxLength: 512 },
    },
  },
} as const;

const group = {
  type: 'object',
  title: 'Group',
  description: 'Puts the items with the same value together, as a list of `{ key, items }`.',
  additionalProperties: false,
  required: ['operation', 'by'],
  properties: { operation: operation('group'), by: { ...FIELD, title: 'By' } },
} as const;

const aggregate = {
  type: 'object',
  title: 'Aggregate',
  description: 'Computes one object of the whole list; after Group, one of each group, with its `key`.',
  additionalProperties: false,
  required: ['operation', 'values'],
  properties: {
    operation: operation('aggregate'),
    values: {
      type: 'array',
      title: 'Values',
      minItems: 1,
      maxItems: 100,
      items: {
        type: 'object',
        title: 'Value',
        additionalProperties: false,
        required: ['key', 'function'],
        properties: {
          key: { type: 'string', title: 'Key', minLength: 1, maxLength: 128, pattern: '^[^.\\u0000-\\u001f]*$' },
          function: {
            type: 'string',
            title: 'Function',
            enum: ['count', 'sum', 'average', 'min', 'max', 'first', 'last', 'join'],
          },
          field: { ...FIELD, description: 'What is computed with; with count, all items when left out.' },
          separator: {
            type: 'string',
            title: 'Separator',
            maxLength: 100,
            default: ', ',
            'x-show': { function: 'join' },
          },
        },
      },
    },
  },
} as const;

const merge = {
  type: 'object',
  title: 'Merge',
  description: 'Adds to each item the fields of those of another list that have the same value at a field.',
  additionalProperties: false,
  required: ['operation', 'with', 'by'],
  properties: {
    operation: operation('merge'),
    with: {
      type: 'string',
      title: 'With',
      description: 'A template that gives the other list.',
      minLength: 1,
      'x-control': 'template',
      'x-template': 'list',
    },
    by: { ...FIELD, title: 'By' },
    withBy: { ...FIELD, title: 'Field of the other list', description: 'The same field when left out.' },
    keep: {
      type: 'string',
      title: 'Keep',
      enum: ['matched', 'first', 'all'],
      default: 'matched',
      'x-labels': {
        matched: 'Items that match',
        first: 'All of this list',
        all: 'All of both lists',
      },
    },
  },
} as const;

/** One entry of `operations`: what its `operation` names decides over its other fields. */
export const OPERATION_SCHEMA = {
  type: 'object',
  title: 'Operation',
  required: ['operation'],
  discriminator: { propertyName: 'operation' },
  oneOf: [filter, sort, limit, unique, split, pick, rename, group, aggregate, merge],
} as const;
