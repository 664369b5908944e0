import '@mantine/core/styles/Combobox.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import type { Json } from '@workflow/workflow-model';
import { useState } from 'react';
import { problemAtField } from '../draft/problem-words.ts';
import { ExpressionField } from '../expressions/expression-field.tsx';
import { FieldFrame } from '../fields/field-frame.tsx';
import { JsonField } from '../fields/json-field.tsx';
import { AlternativesField, ListField, ObjectField } from './argument-groups.tsx';
import type { ArgumentFieldProps, ArgumentLabels } from './argument-props.ts';
import { type ArgumentShape, shapeOf } from './argument-schema.ts';

/** The levels of nested forms that are rendered. Deeper values are edited as JSON. */
const MAX_DEPTH = 8;
const MAX_DESCRIPTION = 300;
const HINTS: Partial<Record<ArgumentShape['kind'], string>> = {
  date: 'A date, such as 2026-07-31 or 2026-07-31T09:00:00Z.',
  file: 'A file, such as {{ scan }}.',
};

/** A field for an argument. Every argument can be a template instead. */
export function ArgumentField(props: ArgumentFieldProps) {
  const { schema, root, depth, value, pointer, onChange } = props;
  const shape: ArgumentShape = depth > MAX_DEPTH ? { kind: 'json' } : shapeOf(schema, root);
  const labels = labelsOf(props, shape);
  const isWritten = shape.kind === 'text' || shape.kind === 'date' || shape.kind === 'file' || shape.kind === 'number';
  const [isTemplate, setIsTemplate] = useState(!isWritten && isTemplateText(value));
  const change = (toText: boolean) => {
    setIsTemplate(toText);
    onChange(undefined);
  };
  if (shape.kind === 'json')
    return (
      <FieldFrame pointer={pointer}>
        <JsonField {...labels} schema={{ 'x-control': 'json' }} value={value} pointer={pointer} onChange={onChange} />
      </FieldFrame>
    );
  if (isWritten || isTemplate)
    return (
      <FieldFrame pointer={pointer}>
        <ExpressionField
          {...labels}
          kind="template"
          value={value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)}
          onChange={(text) => onChange(storedOf(text, shape))}
        />
        {isTemplate && <Switch label="Use the form" of={labels.label} onClick={() => change(false)} />}
      </FieldFrame>
    );
  const toTemplate = <Switch label="Use an expression" of={labels.label} onClick={() => change(true)} />;
  const group = { ...props, Field: ArgumentField, labels, aside: depth === 0 ? null : toTemplate };
  if (shape.kind === 'object') return <ObjectField {...group} shape={shape} />;
  if (shape.kind === 'list') return <ListField {...group} shape={shape} />;
  if (shape.kind === 'alternatives') return <AlternativesField {...group} shape={shape} />;
  return (
    <FieldFrame pointer={pointer}>
      <ChoiceField {...props} labels={labels} choices={shape.kind === 'choice' ? shape.choices : [true, false]} />
      {toTemplate}
    </FieldFrame>
  );
}

interface ChoiceFieldProps extends ArgumentFieldProps {
  labels: ArgumentLabels;
  choices: readonly Json[];
}

/** Numbers and booleans stay what they are. */
function ChoiceField({ labels, choices, value, onChange }: ChoiceFieldProps) {
  return (
    <NativeSelect
      {...labels}
      data={[{ value: '', label: '—' }, ...choices.map((choice) => ({ value: String(choice), label: wordOf(choice) }))]}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={(event) => onChange(choices.find((choice) => String(choice) === event.currentTarget.value))}
    />
  );
}

function Switch({ label, of, onClick }: { label: string; of: string; onClick: () => void }) {
  return (
    <Button variant="subtle" size="compact-xs" mt={2} aria-label={`${label} for ${of}`} onClick={onClick}>
      {label}
    </Button>
  );
}

function labelsOf({ name, schema, required, pointer, problems }: ArgumentFieldProps, shape: ArgumentShape) {
  const described = typeof schema['description'] === 'string' ? schema['description'].trim() : '';
  const hint = described === '' ? (HINTS[shape.kind] ?? '') : described;
  const problem = problems.find(({ path }) => path === pointer);
  const labels: ArgumentLabels = {
    label: typeof schema['title'] === 'string' && schema['title'] !== '' ? schema['title'] : name,
    required,
    ...(hint !== '' && { description: hint.length > MAX_DESCRIPTION ? `${hint.slice(0, MAX_DESCRIPTION)}…` : hint }),
    ...(problem && { error: problemAtField(problem) }),
  };
  return labels;
}

/** A number is stored as a number. An empty field has no argument. */
function storedOf(text: string, shape: ArgumentShape): Json | undefined {
  if (text === '') return undefined;
  return shape.kind === 'number' && /^-?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}

function isTemplateText(value: Json | undefined): boolean {
  return typeof value === 'string' && value.includes('{{');
}

function wordOf(choice: Json): string {
  if (typeof choice === 'boolean') return choice ? 'Yes' : 'No';
  return String(choice);
}
