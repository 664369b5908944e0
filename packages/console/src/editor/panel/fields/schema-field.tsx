import { NativeSelect, NumberInput, Switch, TagsInput, TextInput } from '@mantine/core';
import type { JsonSchema } from '@workflow/component-catalog';
import type { Json } from '@workflow/workflow-model';
import { ExpressionField } from '../expressions/expression-field.tsx';
import { CodeInput } from '../expressions/code-input.tsx';
import type { FieldLabels, SchemaFieldProps } from './field-props.ts';
import { FieldList } from './field-list.tsx';
import { JsonField } from './json-field.tsx';
import { KeyValueField } from './key-value-field.tsx';
import { ListOfObjectsField } from './list-of-objects-field.tsx';
import { OptionalObjectField } from './optional-object-field.tsx';
import { SecretField } from './secret-field.tsx';
import { ComponentOfWorkflowField, WorkflowField } from './workflow-field.tsx';

/** Picks the control for a schema: by `x-control`, else by its type. */
export function SchemaField(props: SchemaFieldProps) {
  const { name, schema, required, value, pointer, problems, siblings, onChange } = props;
  const labels = labelsOf(props);
  const text = typeof value === 'string' ? value : '';
  const control = schema['x-control'];
  const textOrNothing = (next: string) => onChange(next === '' && !required ? undefined : next);

  if (control === 'fields') return <FieldList {...labels} value={value} onChange={onChange} />;
  if (control === 'expression') return <ExpressionField {...labels} kind="expression" value={text} onChange={textOrNothing} />;
  if (control === 'template') {
    const shown = typeof value === 'number' ? String(value) : text;
    return <ExpressionField {...labels} kind="template" value={shown} onChange={(next) => textOrNumber(next, schema, textOrNothing, onChange)} />;
  }
  if (control === 'code') return <CodeInput {...labels} language="javascript" value={text} minLines={8} onChange={textOrNothing} />;
  if (control === 'secret') return <SecretField {...labels} value={text} onChange={textOrNothing} />;
  if (control === 'json' && schema['type'] === 'object') return <KeyValueField {...labels} value={value} onChange={onChange} />;
  if (control === 'json') return <JsonField {...labels} value={value} onChange={onChange} />;
  if (name === 'workflowId') return <WorkflowField {...labels} value={text} onChange={textOrNothing} />;
  if (name === 'componentId') return <ComponentOfWorkflowField {...labels} workflowId={String(siblings['workflowId'] ?? '')} value={text} onChange={textOrNothing} />;
  if (Array.isArray(schema['enum'])) {
    const fallback = typeof schema['default'] === 'string' ? schema['default'] : '';
    return (
      <NativeSelect
        {...labels}
        data={[...(fallback === '' && (!required || text === '') ? [{ value: '', label: '—' }] : []), ...(schema['enum'] as string[])]}
        value={text || fallback}
        onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      />
    );
  }
  if (schema['type'] === 'boolean') {
    const { required: _required, ...rest } = labels;
    return <Switch {...rest} checked={value === undefined ? schema['default'] === true : value === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
  }
  if (schema['type'] === 'number' || schema['type'] === 'integer') {
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
  if (schema['type'] === 'array' && (schema['items'] as JsonSchema | undefined)?.['type'] === 'string') {
    return (
      <TagsInput {...labels} value={Array.isArray(value) ? value.map(String) : []} placeholder={value === undefined ? 'Default' : ''} onChange={onChange} />
    );
  }
  if (schema['type'] === 'array') return <ListOfObjectsField {...props} labels={labels} />;
  if (schema['type'] === 'object') return <OptionalObjectField {...props} labels={labels} />;
  return <TextInput {...labels} value={text} onChange={(event) => textOrNothing(event.currentTarget.value)} data-pointer={pointer} data-problems={problems.length} />;
}

function labelsOf({ name, schema, required, pointer, problems }: SchemaFieldProps): FieldLabels {
  const error = problems.find((problem) => problem.path === pointer)?.message;
  return {
    label: typeof schema['title'] === 'string' ? schema['title'] : name,
    required,
    ...(typeof schema['description'] === 'string' ? { description: schema['description'] } : {}),
    ...(error ? { error } : {}),
  };
}

/** Where a number is allowed beside a template, a text that is a number becomes one. */
function textOrNumber(text: string, schema: JsonSchema, asText: (text: string) => void, onChange: (value: Json) => void): void {
  const takesNumber = Array.isArray(schema['anyOf']) && (schema['anyOf'] as JsonSchema[]).some((one) => one['type'] === 'number');
  if (takesNumber && /^\d+(\.\d+)?$/.test(text)) onChange(Number(text));
  else asText(text);
}
