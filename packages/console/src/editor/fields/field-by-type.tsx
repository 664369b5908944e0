import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { NativeSelect, NumberInput, Switch, TagsInput, TextInput } from '@mantine/core';
import type { JsonSchema } from '@workflow/component-kit';
import type { Json, JsonObject } from '@workflow/workflow-model';
import type { ReactElement } from 'react';
import { typeNameWithCode } from '../../names/placeholder-type-names.ts';
import { ChoicesField } from './choices-field.tsx';
import type { FieldLabels, SchemaFieldProps } from './field-props.ts';
import { ListOrDefaultField } from './list-or-default-field.tsx';
import { ListOfObjectsField } from './list-of-objects-field.tsx';
import { OptionalObjectField } from './optional-object-field.tsx';
import { StepsField } from './steps-field.tsx';
import { TemplateListField } from './template-list-field.tsx';

export interface FieldParts extends SchemaFieldProps {
  labels: FieldLabels;
  text: string;
  textOrNothing: (text: string) => void;
}

/** The control for a schema without annotations, by its choices or its JSON type. */
export function fieldByType(parts: FieldParts, props: SchemaFieldProps): ReactElement {
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
      if (Array.isArray((schema['items'] as JsonSchema | undefined)?.['enum']))
        return <ChoicesField {...labels} schema={schema} value={value} onChange={onChange} />;
      if (isListOrDefault(schema))
        return <ListOrDefaultField {...labels} schema={schema} value={value} onChange={onChange} />;
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

/** A list of texts with entries by default, which may be empty as well. */
function isListOrDefault(schema: JsonSchema): boolean {
  const isOfTexts = (schema['items'] as JsonSchema | undefined)?.['type'] === 'string';
  const given = schema['default'];
  return isOfTexts && schema['minItems'] === undefined && Array.isArray(given) && given.length > 0;
}

function ChoiceField({ schema, labels, required, value, siblings, onChange }: FieldParts) {
  const words = (schema['x-labels'] ?? {}) as Readonly<Record<string, string>>;
  const choices = schema['enum'] as Json[];
  const text = value === undefined || value === null ? '' : String(value);
  const fallback = schema['default'] === undefined ? '' : String(schema['default']);
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
      // Numbers and booleans stay what they are.
      onChange={(event) => onChange(choices.find((choice) => String(choice) === event.currentTarget.value))}
    />
  );
}

/** `x-choices`: the value of another field decides which there are. One that is chosen already stays. */
function choicesOf(schema: JsonSchema, siblings: JsonObject, chosen: string): string[] {
  const all = (schema['enum'] as Json[]).map(String);
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
