export type {
  BodyProperty,
  ComponentCategory,
  ComponentDefinition,
  ConfigCheck,
  ConfigProblem,
  Pinning,
  Preview,
  Produces,
  Trigger,
} from './describe/component-definition.ts';
export { askedFieldsSchema, checkAskedFields, readAskedFields } from './describe/asked-fields.ts';
export { csvLine, parseReceivedJson, xmlAttribute, xmlText } from '@workflow/placeholder-values';
export { withDefaults } from './describe/config-defaults.ts';
export type { ChildValues } from './describe/child-values.ts';
export type { UsedOperation } from './describe/used-operation.ts';
export { objectAmong, withTextType, type ConfigReference, type TemplateSite } from './describe/config-sites.ts';
export { ALL_FIELDS, HTTP_CREDENTIAL_TYPES } from './describe/config-types.ts';
export type {
  ColumnsAnnotation,
  Control,
  Expression,
  JsonSchema,
  ObjectOf,
  OperationAnnotation,
  PlaceholdersAnnotation,
  PrimitiveTypes,
  ReferenceAnnotation,
  ResolvedConfig,
  SchemaOf,
  StoredConfig,
  TemplateMode,
} from './describe/config-types.ts';
export { defineComponent } from './describe/define-component.ts';
export type { ComponentDescriptor } from './describe/descriptor.ts';
export {
  MAX_FIELDS,
  MAX_FIELD_DEPTH,
  MAX_KEY_LENGTH,
  checkFields,
  checkValueType,
  fieldsSchema,
  readFields,
  readValueType,
  valueTypeProperties,
} from './describe/field-schema.ts';
export { jsonSchemaOf, jsonSchemaOfFields } from './describe/json-schema-of.ts';
export { itemFieldsIn } from './describe/item-fields.ts';
export { describeManifest } from './describe/manifest.ts';
export type { Manifest } from './describe/manifest.ts';
export { DEFAULT_PORT, ERROR_PORT, NEXT_PORT } from './describe/ports.ts';
export { checkNotify, notifySchema } from './describe/notify-schema.ts';
export { MAX_WAIT_SECONDS, rateLimitSchema, waitSecondsSchema } from './describe/shared-fields.ts';
