import type { JsonSchema } from '@workflow/component-catalog';
import type { Json, JsonObject } from '@workflow/workflow-model';
import type { Problem } from '../../api/api-error.ts';
import { SchemaField } from './fields/schema-field.tsx';

interface ConfigFormProps {
  schema: JsonSchema;
  config: JsonObject;
  problems: Problem[];
  /** The changed config, and the pointer of the field that was edited. */
  onChange: (config: JsonObject, pointer: string) => void;
}

/** The form of a component type's config, made from its JSON Schema and the `x-control` hints in it. */
export function ConfigForm({ schema, config, problems, onChange }: ConfigFormProps) {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const required = new Set((schema['required'] ?? []) as string[]);
  const type = config['type'];
  return (
    <>
      {Object.entries(properties).map(([key, property]) =>
        // Fields belong to an OBJECT alone (design §3.2).
        key === 'fields' && 'type' in properties && type !== 'OBJECT' ? null : (
          <SchemaField
            key={key}
            name={key}
            schema={property}
            required={required.has(key)}
            value={config[key]}
            pointer={`/config/${key}`}
            problems={problems}
            siblings={config}
            onChange={(value) => onChange(withValue(config, key, value), `/${key}`)}
          />
        ),
      )}
    </>
  );
}

/** The object with a value, or without the key when the value is undefined. A type that is not OBJECT takes its fields along. */
export function withValue(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  const { [key]: _old, ...rest } = object;
  const next = value === undefined ? rest : { ...object, [key]: value };
  if (key === 'type' && value === 'OBJECT' && !('fields' in next)) next['fields'] = [];
  if (key === 'type' && value !== 'OBJECT') delete next['fields'];
  return next;
}
