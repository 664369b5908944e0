import { withTextType, type JsonSchema } from '@workflow/component-kit';
import type { Json, JsonObject } from '@workflow/workflow-model';
import type { Problem } from '../../../api/api-error.ts';
import type { ConfigFormProps, SchemaFieldProps } from '../../../editor/fields/field-props.ts';
import { OperationArguments } from '../../../editor/apps/operation-arguments.tsx';
import { SchemaField } from '../../../editor/fields/schema-field.tsx';
import { withValue } from '../../../editor/fields/with-value.ts';

/** Only values of these types have these properties. */
const HOLDERS: Readonly<Record<string, string>> = { fields: 'OBJECT', items: 'LIST' };

/** The form of a component type's config, generated from its JSON Schema and the `x-control` hints in it. */
export function ConfigForm({ schema, config, problems, onChange }: ConfigFormProps) {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const required = new Set((schema['required'] ?? []) as string[]);
  const type = config['type'];
  return (
    <>
      {Object.entries(properties).map(([key, property]) =>
        property['x-control'] === 'body' ||
        ('type' in properties && key in HOLDERS && type !== HOLDERS[key]) ||
        !(isShown(property, properties, config) || isWrong(config[key], `/config/${key}`, problems)) ? null : (
          <Field
            key={key}
            name={key}
            schema={withTextType(schema, property, config)}
            required={required.has(key)}
            value={config[key]}
            pointer={`/config/${key}`}
            problems={problems}
            siblings={config}
            Form={ConfigForm}
            onChange={(value) => onChange(withValue(config, key, value), `/${key}`)}
          />
        ),
      )}
    </>
  );
}

/** A field, or the form of the arguments of an operation. */
function Field(props: SchemaFieldProps) {
  return props.schema['x-operation'] === undefined ? <SchemaField {...props} /> : <OperationArguments {...props} />;
}

/**
 * `x-show`: only with these values of other fields, one or several of each. `x-with-body`: only with a body, or only
 * without one.
 */
function isShown(property: JsonSchema, properties: Readonly<Record<string, JsonSchema>>, config: JsonObject): boolean {
  const body = Object.entries(properties).find(([, { 'x-control': control }]) => control === 'body')?.[0];
  const withBody = property['x-with-body'];
  if (body !== undefined && withBody !== undefined && withBody !== (config[body] !== undefined)) return false;
  return Object.entries((property['x-show'] ?? {}) as Record<string, Json | Json[]>).every(([other, values]) => {
    const value = config[other] ?? properties[other]?.['default'] ?? null;
    return [values].flat().includes(value as Json);
  });
}

/** A value that the other fields do not allow is shown, to be taken away. */
function isWrong(value: Json | undefined, pointer: string, problems: Problem[]): boolean {
  return value !== undefined && problems.some(({ path }) => path === pointer);
}
