export * from './available-placeholders.ts';
export * from './catalog.ts';
export * from './descriptor.ts';
export {
  MAX_FIELDS,
  MAX_FIELD_DEPTH,
  MAX_KEY_LENGTH,
  checkFields,
  fieldsSchema,
  readFields,
  readValueType,
  valueTypeProperties,
} from './field-schema.ts';
export { mayReadField, namesRead } from './expression-names.ts';
export * from './sendable-placeholders.ts';
export * from './template-sites.ts';
export { MAX_DELAY_SECONDS } from './types/delay.ts';
