import { isJsonObject, type AskedField, type Field, type Json, type JsonObject } from '@workflow/workflow-model';
import type { ConfigProblem } from './component-definition.ts';
import type { JsonSchema, SchemaOf } from './config-types.ts';
import { checkFields, fieldsSchema, readFields } from './field-schema.ts';

const MAX_LABEL_LENGTH = 200;
const MAX_HELP_LENGTH = 1_000;
const MAX_CHOICES = 200;

const ASKED: Readonly<Record<string, JsonSchema>> = {
  label: { type: 'string', title: 'Label', minLength: 1, maxLength: MAX_LABEL_LENGTH },
  help: { type: 'string', title: 'Help', minLength: 1, maxLength: MAX_HELP_LENGTH },
  choices: {
    type: 'array',
    title: 'Choices',
    description: 'For text, numbers and lists of text: the values to choose from.',
    minItems: 1,
    maxItems: MAX_CHOICES,
    uniqueItems: true,
    items: { type: 'string', minLength: 1, maxLength: MAX_LABEL_LENGTH },
  },
};

/** Returns the schema of fields that a page asks a person for, with labels, help and choices. */
export function askedFieldsSchema(description: string): SchemaOf<AskedField[]> {
  return fieldsSchema(description, undefined, ASKED) as JsonSchema as SchemaOf<AskedField[]>;
}

/** Checks the rules that the schema cannot express. `files` is true if the page accepts files. */
export function checkAskedFields(
  fields: Json | undefined,
  pointer: string,
  { reserved = [], files }: { reserved?: readonly string[]; files: boolean },
): ConfigProblem[] {
  return [...checkFields(fields, pointer), ...checkEach(fields, pointer, reserved, files)];
}

function checkEach(fields: Json | undefined, pointer: string, reserved: readonly string[], files: boolean) {
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((field, index): ConfigProblem[] => {
    if (!isJsonObject(field)) return [];
    const at = `${pointer}/${index}`;
    const { items, choices, fields: within } = field;
    const ofItems = isJsonObject(items) ? items.fields : undefined;
    return [
      ...(reserved.includes(String(field.key))
        ? [{ pointer: `${at}/key`, rule: `The key ${String(field.key)} is reserved` }]
        : []),
      ...(!files && isFile(field)
        ? [{ pointer: `${at}/type`, field: 'type', rule: 'must not be FILE: files are not accepted here' }]
        : []),
      ...(choices !== undefined && !allowsChoices(field)
        ? [{ pointer: `${at}/choices`, field: 'choices', rule: 'is allowed only for TEXT, NUMBER and LIST of TEXT' }]
        : []),
      ...checkEach(within, `${at}/fields`, [], files),
      // Lists of objects are sent as JSON, which cannot contain uploaded files.
      ...checkEach(ofItems, `${at}/items/fields`, [], false),
    ];
  });
}

function isFile({ type, items }: JsonObject): boolean {
  return type === 'FILE' || items === 'FILE';
}

function allowsChoices({ type, items }: JsonObject): boolean {
  return type === 'TEXT' || type === 'NUMBER' || (type === 'LIST' && (items === undefined || items === 'TEXT'));
}

/** Reads the well-formed fields of a list, with the label, help and choices of each. */
export function readAskedFields(value: unknown): AskedField[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    const [field] = readFields([item]);
    return field === undefined || !isJsonObject(item) ? [] : [withLabels(field, item)];
  });
}

function withLabels(field: Field, { label, help, choices, fields }: JsonObject): AskedField {
  return {
    ...field,
    ...(field.type === 'OBJECT' && { fields: readAskedFields(fields) }),
    ...(typeof label === 'string' && { label }),
    ...(typeof help === 'string' && { help }),
    ...(Array.isArray(choices) && { choices: choices.map(String) }),
  };
}
