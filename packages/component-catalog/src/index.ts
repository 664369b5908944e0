export * from './available-placeholders.ts';
export * from './catalog.ts';
export * from './descriptor.ts';
export {
  MAX_FIELDS, MAX_FIELD_DEPTH, MAX_KEY_LENGTH, checkFields, fieldsSchema, readFields, readValueType, valueTypeProperties,
} from './field-schema.ts';
export * from './template-sites.ts';
