import { availablePlaceholders, findComponentType } from '@workflow/components/descriptors';
import { jsonSchemaOf, type JsonSchema } from '@workflow/component-kit';
import {
  fieldsWithin,
  isJsonObject,
  type Definition,
  type Field,
  type Json,
  type ValueShape,
} from '@workflow/workflow-model';

/** Matches a template that consists of one path. Its value has the type of the named value. */
const ONE_PATH = /^\s*\{\{\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*\}\}\s*$/;

/**
 * Returns the schema of a workflow's output if the only output component names one value. Returns null if several
 * components set the output or it is computed.
 */
export function outputSchemaOf(definition: Definition): JsonSchema | null {
  const outputs = definition.components.filter(
    (component) => component.disabled !== true && findComponentType(component)?.setsSessionOutput === true,
  );
  const [output] = outputs;
  if (output === undefined || outputs.length > 1) return null;
  const available = availablePlaceholders(definition, output.id);
  const value = Object.hasOwn(output.config, 'value') ? output.config['value'] : undefined;
  return value === undefined ? null : schemaOfValue(value, available);
}

function schemaOfValue(value: Json, available: readonly Field[]): JsonSchema | null {
  if (typeof value === 'string') return schemaOfTemplate(value, available);
  if (!isJsonObject(value)) return null;
  const properties = Object.entries(value).map(([key, inner]) => [key, schemaOfValue(inner, available) ?? {}] as const);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function schemaOfTemplate(template: string, available: readonly Field[]): JsonSchema | null {
  const path = ONE_PATH.exec(template)?.[1]?.split('.');
  if (path === undefined) return null;
  let within: readonly Field[] | null = available;
  let shape: ValueShape | undefined;
  for (const name of path) {
    shape = within?.find(({ key }) => key === name);
    if (shape === undefined) return null;
    within = shape.type === 'OBJECT' ? fieldsWithin(shape) : null;
  }
  return shape === undefined ? null : jsonSchemaOf(shape);
}
