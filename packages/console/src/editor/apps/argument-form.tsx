import { useQuery } from '@tanstack/react-query';
import { objectOrEmpty, pointerToken, type Json } from '@workflow/workflow-model';
import { operationQuery } from '../../api/queries/apps.ts';
import { problemAtField } from '../draft/problem-words.ts';
import { FieldFrame } from '../fields/field-frame.tsx';
import type { SchemaFieldProps } from '../fields/field-props.ts';
import { JsonField } from '../fields/json-field.tsx';
import { ArgumentField } from './argument-field.tsx';
import { resolved, shapeOf } from './argument-schema.ts';
import { withKey } from '../values/with-key.ts';

/** The groups of an OpenAPI operation. */
const GROUPS: Readonly<Record<string, string>> = {
  path: 'Path',
  query: 'Query',
  header: 'Headers',
  cookie: 'Cookies',
  body: 'Body',
};

/** A field for each argument of the operation that the component names; JSON while the operation is unknown. */
export function ArgumentForm({ schema, value, pointer, problems, siblings, onChange }: SchemaFieldProps) {
  const { app, version, action } = siblings;
  const { data } = useQuery(operationQuery(textOf(app), typeof version === 'number' ? version : 1, textOf(action)));
  const root = data?.inputSchema;
  const shape = root === undefined ? null : shapeOf(resolved(root, root), root);
  if (shape === null || shape.kind !== 'object') {
    // A tool may take no arguments.
    if (shape !== null && isEmpty(resolved(root, root)) && value === undefined) return null;
    const problem = problems.find(({ path }) => path === pointer);
    return (
      <FieldFrame pointer={pointer}>
        <JsonField
          label={String(schema['title'])}
          required={false}
          schema={schema}
          value={value}
          pointer={pointer}
          onChange={onChange}
          {...(problem && { error: problemAtField(problem) })}
        />
      </FieldFrame>
    );
  }
  const given = objectOrEmpty(value);
  const isHttp = shape.properties.every(({ key }) => key in GROUPS);
  return (
    <>
      {shape.properties.map(({ key, schema: own, required }) => (
        <ArgumentField
          key={key}
          name={isHttp ? (GROUPS[key] ?? key) : key}
          schema={own}
          root={root}
          depth={0}
          required={required}
          value={given[key]}
          pointer={`${pointer}/${pointerToken(key)}`}
          problems={problems}
          onChange={(next) => onChange(withKey(given, key, next))}
        />
      ))}
    </>
  );
}

function isEmpty(schema: object): boolean {
  return !('additionalProperties' in schema) || schema.additionalProperties === false;
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
