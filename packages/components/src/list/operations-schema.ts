const FIELD = {
  type: 'string',
  title: 'Field',
  description: 'A field of the items, or a path such as address.city.',
  minLength: 1,
  maxLength: 512,
  'x-item-field': true,
} as const;
const FIELDS = { type: 'array', title: 'Fields', minItems: 1, maxItems: 200, items: FIELD } as const;

function operation<const Name extends string>(name: Name) {
  return { type: 'string', enum: [name] } as const;
}

const filter = {
  type: 'object',
  title: 'Filter',
  description: 'Selects the items for which an expression is true.',
  additionalProperties: false,
  required: ['operation', 'expression'],
  properties: {
    operation: operation('filter'),
    expression: {
      type: 'string',
      title: 'Keep items where',
      description: 'For example item.price > 10. index is the position, from 0. All placeholders are available.',
      minLength: 1,
      'x-control': 'expression',
      'x-names': ['item', 'index'],
    },
  },
} as const;

const sort = {
  type: 'object',
  title: 'Sort',
  description: 'Equal items stay in their order. Items without the field are last.',
  additionalProperties: false,
  required: ['operation', 'by'],
  properties: {
    operation: operation('sort'),
    by: {
      type: 'array',
      title: 'Sort by',
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
  description: 'Selects the first or last items.',
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
      'x-labels': { start: 'Start', end: 'End' },
    },
  },
} as const;

const unique = {
  type: 'object',
  title: 'Remove duplicates',
  description: 'Keeps the first of several equal items.',
  additionalProperties: false,
  required: ['operation'],
  properties: {
    operation: operation('unique'),
    by: { ...FIELDS, title: 'Compare', description: 'Fields to compare. If empty, whole items.' },
  },
} as const;

const split = {
  type: 'object',
  title: 'Split',
  description: 'Turns an item with a list into several items, one for each element.',
  additionalProperties: false,
  required: ['operation', 'field'],
  properties: { operation: operation('split'), field: FIELD },
} as const;

const pick = {
  type: 'object',
  title: 'Pick fields',
  description: 'Removes all other fields of each item.',
  additionalProperties: false,
  required: ['operation', 'fields'],
  properties: { operation: operation('pick'), fields: FIELDS },
} as const;

const rename = {
  type: 'object',
  title: 'Rename fields',
  description: 'Renames fields of each item.',
  additionalProperties: false,
  required: ['operation', 'fields'],
  properties: {
    operation: operation('rename'),
    fields: {
      type: 'object',
      title: 'Names',
      description: 'The current name or path of a field, and its new name.',
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
  description: 'Groups items with the same value. The result is a list of objects with key and items.',
  additionalProperties: false,
  required: ['operation', 'by'],
  properties: { operation: operation('group'), by: { ...FIELD, title: 'Group by' } },
} as const;

const aggregate = {
  type: 'object',
  title: 'Aggregate',
  description: 'Calculates one object from the whole list, or one for each group after Group.',
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
            'x-labels': {
              count: 'Count',
              sum: 'Sum',
              average: 'Average',
              min: 'Minimum',
              max: 'Maximum',
              first: 'First value',
              last: 'Last value',
              join: 'Join as text',
            },
          },
          field: { ...FIELD, description: 'The field to calculate with. Count without a field counts all items.' },
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
  description: 'Adds the fields of matching items from another list.',
  additionalProperties: false,
  required: ['operation', 'with', 'by'],
  properties: {
    operation: operation('merge'),
    with: {
      type: 'string',
      title: 'With',
      description: 'The other list.',
      minLength: 1,
      'x-control': 'template',
      'x-template': 'list',
    },
    by: { ...FIELD, title: 'Match by' },
    withBy: { ...FIELD, title: 'Field of the other list', description: 'If empty, the same field.' },
    keep: {
      type: 'string',
      title: 'Keep',
      enum: ['matched', 'first', 'all'],
      default: 'matched',
      'x-labels': {
        matched: 'Only items that match',
        first: 'All items of this list',
        all: 'All items of both lists',
      },
    },
  },
} as const;

/** One entry of `operations`. Its `operation` selects its other fields. */
export const OPERATION_SCHEMA = {
  type: 'object',
  title: 'Operation',
  required: ['operation'],
  discriminator: { propertyName: 'operation' },
  oneOf: [filter, sort, limit, unique, split, pick, rename, group, aggregate, merge],
} as const;
