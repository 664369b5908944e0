import {
  objectAmong,
  type JsonSchema,
  type PlaceholdersAnnotation,
  type ReferenceAnnotation,
} from '@workflow/component-kit';
import type { Json } from '@workflow/workflow-model';
import type { ReactElement } from 'react';
import { problemAtField } from '../draft/problem-words.ts';
import { ExpressionField } from '../expressions/expression-field.tsx';
import { CodeField } from '../expressions/code-field.tsx';
import { CodeInput } from '../expressions/code-input.tsx';
import { ChildKeyField } from './child-key-field.tsx';
import { ChildValuesField } from './child-values-field.tsx';
import { ColumnValuesField } from './column-values-field.tsx';
import { objectControlOf } from './control-of.ts';
import { fieldByType, type FieldParts } from './field-by-type.tsx';
import { FieldFrame } from './field-frame.tsx';
import type { FieldLabels, SchemaFieldProps } from './field-props.ts';
import { FieldList, ItemsField } from './field-list.tsx';
import { JsonField } from './json-field.tsx';
import { KeyValueField } from './key-value-field.tsx';
import { withCode } from './with-code.tsx';
import { ReferenceField } from './reference-field.tsx';
import { WorkflowsField } from './workflows-field.tsx';

/** Picks the control for a schema: by `x-reference` or `x-control`, else by its type. */
export function SchemaField(given: SchemaFieldProps) {
  const props = { ...given, schema: objectAmong(given.schema) ?? given.schema };
  const { required, value, onChange } = props;
  const parts: FieldParts = {
    ...props,
    labels: labelsOf(props),
    text: typeof value === 'string' ? value : '',
    textOrNothing: (next) => onChange(next === '' && !required ? undefined : next),
  };
  // The service writes it.
  if (props.schema['x-control'] === 'computed') return null;
  return <FieldFrame pointer={props.pointer}>{fieldByControl(parts) ?? fieldByType(parts, props)}</FieldFrame>;
}

function fieldByControl({
  schema,
  labels,
  value,
  text,
  textOrNothing,
  pointer,
  problems,
  siblings,
  onChange,
}: FieldParts): ReactElement | null {
  const reference = schema['x-reference'] as ReferenceAnnotation | undefined;
  if (reference !== undefined)
    return (
      <ReferenceField {...labels} reference={reference} siblings={siblings} value={text} onChange={textOrNothing} />
    );
  const placeholders = schema['x-placeholders'] as PlaceholdersAnnotation | undefined;
  if (placeholders?.as === 'key')
    return <ChildKeyField {...labels} schema={schema} siblings={siblings} value={text} onChange={textOrNothing} />;
  const byName = { ...labels, schema, siblings, value, pointer, problems, onChange };
  if (placeholders?.as === 'values') return <ChildValuesField {...byName} />;
  if (schema['x-columns'] !== undefined) return <ColumnValuesField {...byName} />;
  switch (schema['x-control']) {
    case 'fields':
      return (
        <FieldList
          {...labels}
          value={value}
          isAsked={asksFor(schema)}
          pointer={pointer}
          problems={problems}
          onChange={onChange}
        />
      );
    case 'items':
      return (
        <ItemsField label={labels.label} items={value} pointer={pointer} problems={problems} onChange={onChange} />
      );
    case 'workflows':
      return <WorkflowsField {...labels} value={value} onChange={onChange} />;
    case 'expression':
      return <ExpressionField {...labels} kind="expression" site={schema} value={text} onChange={textOrNothing} />;
    case 'template':
      return (
        <ExpressionField
          {...labels}
          kind="template"
          site={schema}
          value={textOfTemplate(value)}
          {...(schema['x-multiline'] === true && { minLines: 5 })}
          onChange={(next) => textOrNumber(next, schema, textOrNothing, onChange)}
        />
      );
    case 'code':
      return <CodeField {...labels} value={text} onChange={textOrNothing} />;
    case 'sql':
      return <CodeInput {...labels} language="sql" minLines={5} value={text} onChange={textOrNothing} />;
    case 'json':
      if (schema['type'] === 'object' && objectControlOf(schema) === 'form') return null;
      return schema['type'] === 'object' ? (
        <KeyValueField {...labels} schema={schema} value={value} onChange={onChange} />
      ) : (
        <JsonField {...labels} schema={schema} value={value} pointer={pointer} onChange={onChange} />
      );
    default:
      return null;
  }
}

/** Returns true if fields of this schema have labels, for a page. */
function asksFor(schema: JsonSchema): boolean {
  const properties = (schema['items'] as JsonSchema | undefined)?.['properties'] as JsonSchema | undefined;
  return properties?.['label'] !== undefined;
}

/** Entries of a list are written with commas. */
function textOfTemplate(value: Json | undefined): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function labelsOf({ name, schema, required, pointer, problems }: SchemaFieldProps): FieldLabels {
  const problem = problems.find(({ path }) => path === pointer);
  return {
    label: typeof schema['title'] === 'string' ? schema['title'] : name,
    required,
    ...(typeof schema['description'] === 'string' ? { description: withCode(schema['description']) } : {}),
    ...(problem ? { error: problemAtField(problem) } : {}),
  };
}

/** Where a number or a template is allowed, numeric text becomes a number. */
function textOrNumber(
  text: string,
  schema: JsonSchema,
  asText: (text: string) => void,
  onChange: (value: Json) => void,
): void {
  const takesNumber =
    Array.isArray(schema['anyOf']) && (schema['anyOf'] as JsonSchema[]).some((one) => one['type'] === 'number');
  if (takesNumber && /^\d+(\.\d+)?$/.test(text)) onChange(Number(text));
  else asText(text);
}
