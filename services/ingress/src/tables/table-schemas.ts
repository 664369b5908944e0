import { fieldsSchema, MAX_FIELDS } from '@workflow/component-kit';
import { defineSchema } from '../http/define-route.ts';
import { defineObject, defineStrictObject, object, time, uses } from '../http/schema-parts.ts';

export const tablePath = '/v1/organization/tables';
/** People who build workflows create tables for them. */
export const tableSecurity = { kind: 'caller', scope: 'manage' } as const;
export const TABLE = 'Table';
export const ROW = 'Row';

export const tableName = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  pattern: '^[^\\u0000-\\u001f/\\\\]*$',
  'x-message': 'must not hold a slash, a backslash or a control character',
} as const;

export const tableParams = object({ name: tableName });

export const rowKey = { type: 'string', minLength: 1, maxLength: 500 } as const;

export const rowParams = object({ name: tableName, key: rowKey });

const columns = {
  ...fieldsSchema('Fields, as placeholders have them; a row has its key in addition.'),
  minItems: 1,
  maxItems: MAX_FIELDS,
};

export const newTableSchema = defineStrictObject('NewTable', { name: tableName, columns });

export const tableSchema = defineObject('Table', {
  name: { type: 'string' },
  columns: { type: 'array', items: { type: 'object' } },
  rows: { type: 'integer' },
  bytes: { type: 'integer', description: 'The bytes of its rows.' },
  createdAt: time,
  usedBy: uses,
});

/** A row: its key, and the columns, with null for those without a value. */
export const rowSchema = defineSchema('TableRow', {
  type: 'object',
  required: ['key'],
  properties: { key: { type: 'string' } },
  additionalProperties: true,
});

export const newRowSchema = defineSchema('NewTableRow', {
  type: 'object',
  required: ['key'],
  properties: { key: rowKey },
  additionalProperties: true,
});

export const rowColumnsSchema = defineSchema('TableRowColumns', { type: 'object', additionalProperties: true });
