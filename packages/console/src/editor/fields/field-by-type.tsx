import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { NativeSelect, NumberInput, Switch, TagsInput, TextInput } from '@mantine/core';
import type { JsonSchema } from '@workflow/component-kit';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { type ReactElement, useId } from 'react';
import { nameOf } from '../../names/name-of.ts';
import { typeNames } from '../../names/placeholder-type-names.ts';
import { ChoicesField } from './choices-field.tsx';
import { controlOf, typeOf } from './control-of.ts';
import type { FieldLabels, SchemaFieldProps } from './field-props.ts';
import { JsonField } from './json-field.tsx';
import { KeyValueField } from './key-value-field.tsx';
import { ListOrDefaultField } from './list-or-default-field.tsx';
import { ListOfObjectsField } from './list-of-objects-field.tsx';
import { OptionalObjectField } from './optional-object-field.tsx';
import { useStepItems } from './step-items.ts';
import { StepsField } from './steps-field.tsx';
import { TemplateListField } from './template-list-field.tsx';
import { TimeZoneField } from './time-zone-field.tsx';
import { ToolsField } from './tools-field.tsx';

export interface FieldParts extends SchemaFieldProps {
  labels: FieldLabels;
  text: string;
  textOrNothing: (text: string) => void;
}

/** The control for a schema without annotations, by its choices or its JSON type. */
export function fieldByType(parts: FieldParts, props: SchemaFieldProps): ReactElement {
  const { schema, labels, value, text, textOrNothing, onChange } = parts;
  switch (controlOf(schema)) {
    case 'choice':
      return <ChoiceField {...parts} />;
    case 'switch':
      return <SwitchField {...parts} />;
    case 'number':
      return <NumberField {...parts} />;
    case 'steps':
      return <StepsField {...props} labels={labels} />;
    case 'tools':
      return <ToolsField {...props} labels={labels} />;
    case 'templates':
      return <TemplateListField {...labels} schema={schema} value={value} onChange={onChange} />;
    case 'choices':
      return <ChoicesField {...labels} schema={schema} value={value} onChange={onChange} />;
    case 'texts-or-default':
      return <ListOrDefaultField {...labels} schema={schema} value={value} onChange={onChange} />;
    case 'texts':
      return <EntriesField {...parts} valueOf={(entry) => entry} />;
    case 'numbers':
      return <EntriesField {...parts} valueOf={numberOrText} />;
    case 'forms':
      return <ListOfObjectsField {...props} labels={labels} />;
    case 'form':
      return <OptionalObjectField {...props} labels={labels} />;
    case 'entries':
      return <KeyValueField {...labels} schema={schema} value={value} onChange={onChange} />;
    case 'json':
      return <JsonField {...labels} schema={schema} value={value} pointer={props.pointer} onChange={onChange} />;
    case 'time-zone':
      return <TimeZoneField {...labels} schema={schema} value={text} onChange={textOrNothing} />;
    case 'text':
      return schema['x-item-field'] === true ? (
        <ItemFieldInput {...parts} />
      ) : (
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

function SwitchField({ schema, labels, value, onChange }: FieldParts) {
  const { required: _required, ...rest } = labels;
  return (
    <Switch
      {...rest}
      checked={value === undefined ? schema['default'] === true : value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** A field of the items of a list, which suggests those of the sample. */
function ItemFieldInput({ labels, text, textOrNothing }: FieldParts) {
  const id = useId();
  const items = useStepItems();
  return (
    <>
      <TextInput {...labels} value={text} list={id} onChange={(event) => textOrNothing(event.currentTarget.value)} />
      <datalist id={id}>
        {items.map(({ path }) => (
          <option key={path} value={path.replaceAll('`', '')} />
        ))}
      </datalist>
    </>
  );
}

/** A list of texts, or of numbers. */
function EntriesField({ schema, labels, value, valueOf, onChange }: FieldParts & { valueOf: (entry: string) => Json }) {
  const items = useStepItems();
  const isOfItems = (schema['items'] as JsonSchema | undefined)?.['x-item-field'] === true;
  return (
    <TagsInput
      {...labels}
      data={isOfItems ? items.map(({ path }) => path.replaceAll('`', '')) : []}
      value={Array.isArray(value) ? value.map(String) : []}
      placeholder={value === undefined ? 'Default' : ''}
      onChange={(entries) => onChange(entries.map(valueOf))}
    />
  );
}

/** Text that is not a number stays as it was typed, and the check reports it. */
function numberOrText(entry: string): Json {
  const number = Number(entry);
  return entry.trim() === '' || Number.isNaN(number) ? entry : number;
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
          label: words[code] ?? nameOf(typeNames, code),
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
      allowDecimal={typeOf(schema) === 'number'}
      placeholder={schema['default'] === undefined ? '' : String(schema['default'])}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
    />
  );
}
