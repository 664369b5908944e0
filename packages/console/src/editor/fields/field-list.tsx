import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Fieldset.layer.css';
import { Button, Checkbox, Fieldset, NativeSelect, Stack, TextInput } from '@mantine/core';
import { findComponentType } from '@workflow/components/descriptors';
import {
  ITEM_TYPES,
  objectOrEmpty,
  PLACEHOLDER_TYPES,
  type Component,
  type Json,
  type JsonObject,
} from '@workflow/workflow-model';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Problem } from '../../api/api-error.ts';
import { fieldError } from './field-error.ts';
import { AskedFieldWords } from './asked-field-words.tsx';
import { useSelectedComponent } from '../editor-context.ts';
import { useTouch } from './use-touch.ts';
import { nameOf } from '../../names/name-of.ts';
import { listNames, typeNames } from '../../names/placeholder-type-names.ts';
import classes from './fields.module.css';
import type { FieldLabels } from './field-props.ts';
import { InferFields } from './infer-fields.tsx';
import { withValue } from './with-value.ts';
import { RemoveButton } from '../../ui/remove-button.tsx';

interface FieldListProps extends FieldLabels {
  pointer: string;
  problems: Problem[];
  value: Json | undefined;
  /** A page asks for them: with a label, help and choices. */
  isAsked?: boolean;
  onChange: (value: Json) => void;
}

/** A list of typed fields; fields of an OBJECT, and of the items of a LIST, are nested. */
export function FieldList({
  label,
  description,
  error,
  value,
  isAsked = false,
  pointer,
  problems,
  onChange,
}: FieldListProps) {
  const component = useSelectedComponent();
  return (
    <Fieldset legend={label} className={classes.group ?? ''}>
      <Stack gap="xs">
        {description && <div className={classes.hint}>{description}</div>}
        <FieldRows
          label={label}
          prefix={component !== null && takesPlaceholders(component) ? '' : null}
          fields={toFields(value)}
          isAsked={isAsked}
          pointer={pointer}
          problems={problems}
          onChange={onChange}
        />
        <InferFields fields={toFields(value)} pointer={pointer} onInferred={onChange} />
        {error && <div className={classes.error}>{error}</div>}
      </Stack>
    </Fieldset>
  );
}

interface FieldRowsProps {
  label: string;
  /** Prefix of the dotted keys that callers send; null when nobody sends these fields. */
  prefix: string | null;
  pointer: string;
  problems: Problem[];
  fields: JsonObject[];
  isAsked?: boolean;
  onChange: (fields: JsonObject[]) => void;
}

function FieldRows({ label, prefix, fields, isAsked = false, pointer, problems, onChange }: FieldRowsProps) {
  const touch = useTouch();
  const [added, setAdded] = useState(-1);
  const replace = (index: number, field: JsonObject) =>
    onChange(fields.map((one, other) => (other === index ? field : one)));
  return (
    <Stack gap={6}>
      {fields.map((field, index) => (
        <div
          key={index}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) touch.leave(`${pointer}/${index}`);
          }}
        >
          <div className={classes.fieldRow}>
            <TextInput
              size="xs"
              aria-label={`${label}: key ${index + 1}`}
              placeholder="Key"
              autoFocus={index === added}
              error={fieldError(problems, `${pointer}/${index}/key`)}
              value={String(field['key'] ?? '')}
              onChange={(event) => replace(index, { ...field, key: event.currentTarget.value })}
            />
            <NativeSelect
              size="xs"
              aria-label={`${label}: type of ${String(field['key'] || index + 1)}`}
              data={PLACEHOLDER_TYPES.map((value) => ({ value, label: nameOf(typeNames, value) }))}
              value={String(field['type'] ?? 'TEXT')}
              onChange={(event) => replace(index, withValue(field, 'type', event.currentTarget.value))}
            />
            <Marks field={field} onChange={(next) => replace(index, next)} />
            <RemoveButton
              iconSize={14}
              size="sm"
              label={`Remove ${String(field['key'] || `field ${index + 1}`)}`}
              onClick={() => onChange(fields.filter((_, other) => other !== index))}
            />
          </div>
          {isAsked && (
            <AskedFieldWords
              field={field}
              pointer={`${pointer}/${index}`}
              problems={problems}
              onChange={(next) => replace(index, next)}
            />
          )}
          <Within
            field={field}
            label={`${label}, ${String(field['key'] ?? '')}`}
            prefix={prefix === null ? null : `${prefix}${String(field['key'] ?? '')}.`}
            isAsked={isAsked}
            pointer={`${pointer}/${index}`}
            problems={problems}
            onChange={(key, value) => replace(index, withValue(field, key, value))}
          />
        </div>
      ))}
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconPlus size={13} />}
        onClick={() => {
          touch.add(`${pointer}/${fields.length}`);
          setAdded(fields.length);
          onChange([...fields, { key: '', type: 'TEXT' }]);
        }}
      >
        Add field
      </Button>
    </Stack>
  );
}

function Marks({ field, onChange }: { field: JsonObject; onChange: (field: JsonObject) => void }) {
  return (
    <>
      <Checkbox
        size="xs"
        label="Optional"
        checked={field['optional'] === true}
        onChange={(event) => onChange(withValue(field, 'optional', event.currentTarget.checked ? true : undefined))}
      />
      <Checkbox
        size="xs"
        label="Sensitive"
        checked={field['sensitive'] === true}
        onChange={(event) => onChange(withValue(field, 'sensitive', event.currentTarget.checked ? true : undefined))}
      />
    </>
  );
}

interface WithinProps {
  field: JsonObject;
  label: string;
  /** Prefix of the dotted keys of its fields; null when nobody sends them. */
  prefix: string | null;
  isAsked: boolean;
  pointer: string;
  problems: Problem[];
  onChange: (key: string, value: Json | undefined) => void;
}

/** Edits the items of a LIST or the fields of an OBJECT. */
function Within({ field, label, prefix, isAsked, pointer, problems, onChange }: WithinProps) {
  if (field['type'] === 'LIST')
    return (
      <div className={classes.nested}>
        <ItemsField
          label={`${label}: items`}
          items={field['items']}
          pointer={`${pointer}/items`}
          problems={problems}
          onChange={(items) => onChange('items', items)}
        />
      </div>
    );
  if (field['type'] !== 'OBJECT') return null;
  return (
    <div className={classes.nested}>
      {prefix !== null && prefix !== '.' && (
        <p className={classes.hint}>
          Callers send its fields as <code>{`${prefix}…`}</code>
        </p>
      )}
      <FieldRows
        label={label}
        prefix={prefix}
        fields={toFields(field['fields'])}
        isAsked={isAsked}
        pointer={`${pointer}/fields`}
        problems={problems}
        onChange={(next) => onChange('fields', next)}
      />
    </div>
  );
}

interface ItemsFieldProps {
  label: string;
  pointer: string;
  problems: Problem[];
  items: Json | undefined;
  onChange: (items: Json | undefined) => void;
}

/** Edits the type of a list's items, texts by default, and the fields of objects. */
export function ItemsField({ label, items, pointer, problems, onChange }: ItemsFieldProps) {
  const [object] = toFields([items ?? null]);
  const isObject = object?.['type'] === 'OBJECT';
  return (
    <Stack gap={6}>
      <NativeSelect
        size="xs"
        aria-label={label}
        data={[...ITEM_TYPES, 'OBJECT'].map((value) => ({ value, label: nameOf(listNames, value) }))}
        value={isObject ? 'OBJECT' : typeof items === 'string' ? items : 'TEXT'}
        error={fieldError(problems, pointer)}
        onChange={(event) => {
          const type = event.currentTarget.value;
          onChange(type === 'OBJECT' ? { type, fields: [] } : type === 'TEXT' ? undefined : type);
        }}
      />
      {isObject && (
        <FieldRows
          label={label}
          prefix={null}
          fields={toFields(object['fields'])}
          pointer={`${pointer}/fields`}
          problems={problems}
          onChange={(fields) => onChange({ ...object, fields })}
        />
      )}
    </Stack>
  );
}

/** Returns true if callers send what the component declares, under dotted keys (contract §2.2 rule 6). */
function takesPlaceholders({ type }: Component): boolean {
  return findComponentType({ type })?.trigger?.takes === 'placeholders';
}

function toFields(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map((item) => objectOrEmpty(item)) : [];
}
