import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { NativeSelect, NumberInput, Switch, TagsInput, TextInput } from '@mantine/core';
import type { JsonSchema, ReferenceAnnotation } from '@workflow/component-kit';
import type { Json, JsonObject } from '@workflow/workflow-model';
import type { ReactElement } from 'react';
import { problemAtField } from '../draft/problem-words.ts';
import { ExpressionField } from '../expressions/expression-field.tsx';
import { CodeField } from '../expressions/code-field.tsx';
import { CodeInput } from '../expressions/code-input.tsx';
import { FieldFrame } from './field-frame.tsx';
import type { FieldLabels, SchemaFieldProps } from './field-props.ts';
import { FieldList, ItemsField } from './field-list.tsx';
import { JsonField } from './json-field.tsx';
import { KeyValueField } from './key-value-field.tsx';
import { ListOfObjectsField } from './list-of-objects-field.tsx';
import { OptionalObjectField } from './optional-object-field.tsx';
import { ReferenceField } from './reference-field.tsx';
import { StepsField } from './steps-field.tsx';
import { TemplateListField } from './template-list-field.tsx';
import { WorkflowsField } from './workflows-field.tsx';
import { typeNameWithCode } from '../../names/placeholder-type-names.ts';

interface FieldParts extends SchemaFieldProps {
  labels: FieldLabels;
  text: string;
  textOrNothing: (text: string) => void;
}

/** Picks the control for a schema: by `x-reference` or `x-control`, else by its type. */
export function SchemaField(props: SchemaFieldProps) {
  const { required, value, onChange } = props;
  const parts: FieldParts = {
    ...props,
    labels: labelsOf(props),
    text: typeof value === 'string' ? value : '',
    textOrNothing: (next) => onChange(next === '' && !required ? undefined : next),
  };
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
      return schema['type'] === 'object' ? (
        <KeyValueField {...labels} schema={schema} value={value} onChange={onChange} />
      ) : (
        <JsonField {...labels} value={value} onChange={onChange} />
      );
    default:
      return null;
  }
}

/** Whether fields of this schema have labels, for a page. */
function asksFor(schema: JsonSchema): boolean {
  const properties = (schema['items'] as JsonSchema | undefined)?.['properties'] as JsonSchema | undefined;
  return properties?.['label'] !== undefined;
}

function fieldByType(parts: FieldParts, props: SchemaFieldProps): ReactElement {
  const { schema, labels, value, text, textOrNothing, onChange } = parts;
  if (Array.isArray(schema['enum'])) return <ChoiceField {...parts} />;
  switch (schema['type']) {
    case 'boolean': {
      const { required: _required, ...rest } = labels;
      return (
        <Switch
          {...rest}
          checked={value === undefined ? schema['default'] === true : value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    }
    case 'number':
    case 'integer':
      return <NumberField {...parts} />;
    case 'array':
      if (schema['x-control'] === 'steps') return <StepsField {...props} labels={labels} />;
      if ((schema['items'] as JsonSchema | undefined)?.['x-control'] === 'template')
        return <TemplateListField {...labels} schema={schema} value={value} onChange={onChange} />;
      return (schema['items'] as JsonSchema | undefined)?.['type'] === 'string' ? (
        <TagsInput
          {...labels}
          value={Array.isArray(value) ? value.map(String) : []}
          placeholder={value === undefined ? 'Default' : ''}
          onChange={onChange}
        />
      ) : (
        <ListOfObjectsField {...props} labels={labels} />
      );
    case 'object':
      return <OptionalObjectField {...props} labels={labels} />;
    default:
      return (
        <TextInput
          {...labels}
          value={text}
          onChange={(event) => textOrNothing(event.currentTarget.value)}
          data-pointer={props.pointer}
          data-problems={props.problems.length}
        />
      );
  }
}

function ChoiceField({ schema, labels, required, text, siblings, onChange }: FieldParts) {
  const words = (schema['x-labels'] ?? {}) as Readonly<Record<string, string>>;
  const fallback = typeof schema['default'] === 'string' ? schema['default'] : '';
  return (
    <NativeSelect
      {...labels}
      data={[
        ...(fallback === '' && (!required || text === '') ? [{ value: '', label: '—' }] : []),
        ...choicesOf(schema, siblings, text).map((code) => ({
          value: code,
          label: words[code] ?? typeNameWithCode(code),
        })),
      ]}
      value={text || fallback}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  );
}

/** Entries of a list are written with commas. */
function textOfTemplate(value: Json | undefined): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** `x-choices`: the value of another field decides which there are. One that is chosen already stays. */
function choicesOf(schema: JsonSchema, siblings: JsonObject, chosen: string): string[] {
  const all = schema['enum'] as string[];
  const { of, choices } = (schema['x-choices'] ?? {}) as { of?: string; choices?: Record<string, string[]> };
  const fitting = of === undefined ? undefined : choices?.[String(siblings[of])];
  return fitting === undefined ? all : all.filter((code) => fitting.includes(code) || code === chosen);
}

function NumberField({ schema, labels, value, onChange }: FieldParts) {
  return (
    <NumberInput
      {...labels}
      {...(typeof schema['minimum'] === 'number' ? { min: schema['minimum'] } : {})}
      {...(typeof schema['maximum'] === 'number' ? { max: schema['maximum'] } : {})}
      allowDecimal={schema['type'] === 'number'}
      placeholder={schema['default'] === undefined ? '' : String(schema['default'])}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
    />
  );
}

function labelsOf({ name, schema, required, pointer, problems }: SchemaFieldProps): FieldLabels {
  const problem = problems.find(({ path }) => path === pointer);
  return {
    label: typeof schema['title'] === 'string' ? schema['title'] : name,
    required,
    ...(typeof schema['description'] === 'string' ? { description: schema['description'] } : {}),
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
