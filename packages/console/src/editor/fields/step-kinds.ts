import type { JsonSchema } from '@workflow/component-kit';
import type { Json, JsonObject } from '@workflow/workflow-model';

/** One kind of the entries of a list. */
export interface StepKind {
  name: string;
  title: string;
  description: string;
  /** The property with the kind of an entry. */
  property: string;
  schema: JsonSchema;
  /** The schema without that property. */
  form: JsonSchema;
}

/** Returns the kinds that `oneOf` and its `discriminator` name. */
export function stepKinds(schema: JsonSchema): StepKind[] {
  const { propertyName: property = '' } = (schema['discriminator'] ?? {}) as { propertyName?: string };
  return ((schema['oneOf'] ?? []) as JsonSchema[]).map((kind) => {
    const { [property]: tag, ...others } = propertiesOf(kind);
    const name = (tag?.['enum'] as string[] | undefined)?.[0] ?? '';
    return {
      name,
      title: String(kind['title'] ?? name),
      description: String(kind['description'] ?? ''),
      property,
      schema: kind,
      form: { ...kind, properties: others },
    };
  });
}

/** An entry of a kind with what is required, to be filled in. */
export function freshStep({ name, property, schema }: StepKind): JsonObject {
  return { ...freshObject(schema), [property]: name };
}

function freshObject(schema: JsonSchema): JsonObject {
  const properties = propertiesOf(schema);
  const required = (schema['required'] ?? []) as string[];
  return Object.fromEntries(required.map((key): [string, Json] => [key, freshValue(properties[key] ?? {})]));
}

function freshValue(schema: JsonSchema): Json {
  if (schema['default'] !== undefined) return structuredClone(schema['default']) as Json;
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as Json;
  const items = schema['items'] as JsonSchema | undefined;
  if (schema['type'] === 'array') return items?.['properties'] === undefined ? [] : [freshObject(items)];
  return schema['type'] === 'object' ? {} : '';
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema['properties'] ?? {}) as Record<string, JsonSchema>;
}
