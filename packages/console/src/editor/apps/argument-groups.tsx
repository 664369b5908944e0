import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Fieldset.layer.css';
import { Button, Fieldset, NativeSelect, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { objectOrEmpty, pointerToken, type Json } from '@workflow/workflow-model';
import { type ComponentType, type ReactNode, useState } from 'react';
import classes from '../fields/fields.module.css';
import type { ArgumentFieldProps, ArgumentLabels } from './argument-props.ts';
import { type ArgumentProperty, type ArgumentSchema, type ArgumentShape, shapeOf } from './argument-schema.ts';
import { withKey } from '../values/with-key.ts';
import { RemoveButton } from '../../ui/remove-button.tsx';

interface GroupProps<Kind extends ArgumentShape['kind']> extends ArgumentFieldProps {
  labels: ArgumentLabels;
  shape: Extract<ArgumentShape, { kind: Kind }>;
  /** A button below the group. */
  aside: ReactNode;
  /** The field of an argument within the group. */
  Field: ComponentType<ArgumentFieldProps>;
}

/** Optional fields that are shown without unfolding them. */
const SHOWN_OPTIONAL = 4;

/** The fields of an object. An optional object is added first. */
export function ObjectField({ labels, shape, aside, Field, ...props }: GroupProps<'object'>) {
  const { root, depth, required, value, pointer, problems, onChange } = props;
  const isOptional = depth > 0 && !required;
  if (isOptional && value === undefined)
    return (
      <div>
        <AddButton what={labels.label} onClick={() => onChange({})} />
      </div>
    );
  const given = objectOrEmpty(value);
  const first = shape.properties.filter((one, index) => one.required || one.key in given || index < SHOWN_OPTIONAL);
  const more = shape.properties.filter((one) => !first.includes(one));
  const field = ({ key, schema, required: isRequired }: ArgumentProperty) => (
    <Field
      key={key}
      name={key}
      schema={schema}
      root={root}
      depth={depth + 1}
      required={isRequired}
      value={given[key]}
      pointer={`${pointer}/${pointerToken(key)}`}
      problems={problems}
      onChange={(next) => onChange(withKey(given, key, next))}
    />
  );
  return (
    <Group labels={labels} onRemove={isOptional ? () => onChange(undefined) : undefined} aside={aside}>
      {first.map(field)}
      {more.length > 0 && <MoreFields count={more.length}>{() => more.map(field)}</MoreFields>}
    </Group>
  );
}

/** Fields that are rendered when they are first unfolded. They stay unfolded. */
function MoreFields({ count, children }: { count: number; children: () => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return children();
  return (
    <div>
      <Button variant="subtle" size="compact-sm" onClick={() => setIsOpen(true)}>
        {count === 1 ? 'Show one more field' : `Show ${count} more fields`}
      </Button>
    </div>
  );
}

/** The entries of a list. */
export function ListField({ labels, shape, aside, Field, ...props }: GroupProps<'list'>) {
  const { root, depth, value, pointer, problems, onChange } = props;
  const items = Array.isArray(value) ? value : [];
  const change = (next: Json[]) => onChange(next.length === 0 ? undefined : next);
  return (
    <Group labels={labels} aside={aside}>
      {items.map((item, index) => (
        // The index is the identity: the order counts.
        <div key={index} className={classes.numbered}>
          <Field
            name={`${labels.label} ${index + 1}`}
            schema={shape.items}
            root={root}
            depth={depth + 1}
            required
            value={item === '' ? undefined : item}
            pointer={`${pointer}/${index}`}
            problems={problems}
            onChange={(next) => change(items.map((one, other) => (other === index ? (next ?? '') : one)))}
          />
          <RemoveButton
            iconSize={15}
            label={`Remove ${labels.label} ${index + 1}`}
            onClick={() => change(items.filter((_, other) => other !== index))}
          />
        </div>
      ))}
      <div>
        <AddButton
          what={`${labels.label} ${items.length + 1}`}
          onClick={() => onChange([...items, firstOf(shape.items, root)])}
        />
      </div>
    </Group>
  );
}

/** One of several schemas, which the author chooses. */
export function AlternativesField({ labels, shape, aside, Field, ...props }: GroupProps<'alternatives'>) {
  const { root, value, onChange } = props;
  const names = shape.alternatives.map((one, index) => nameOf(one, index));
  const [chosen, setChosen] = useState(() => alternativeOf(value, shape.alternatives, root));
  const schema = shape.alternatives[chosen];
  return (
    <Group labels={labels} aside={aside}>
      <NativeSelect
        aria-label={`Kind of ${labels.label}`}
        data={names.map((name, index) => ({ value: String(index), label: name }))}
        value={String(chosen)}
        onChange={(event) => {
          setChosen(Number(event.currentTarget.value));
          onChange(undefined);
        }}
      />
      {schema !== undefined && (
        <Field
          {...props}
          key={chosen}
          name={names[chosen] ?? labels.label}
          schema={{ ...schema, title: names[chosen] }}
          required
        />
      )}
    </Group>
  );
}

interface FrameProps {
  labels: ArgumentLabels;
  onRemove?: (() => void) | undefined;
  aside: ReactNode;
  children: ReactNode;
}

function Group({ labels: { label, required, description, error }, onRemove, aside, children }: FrameProps) {
  return (
    <Fieldset legend={required ? label : `${label} (optional)`} className={classes.group ?? ''}>
      <Stack gap="sm">
        {description !== undefined && <div className={classes.hint}>{description}</div>}
        {children}
        {error !== undefined && <div className={classes.error}>{error}</div>}
        {(onRemove !== undefined || aside !== null) && (
          <div>
            {onRemove !== undefined && (
              <Button variant="subtle" size="compact-xs" aria-label={`Remove ${label}`} onClick={onRemove}>
                Remove
              </Button>
            )}
            {aside}
          </div>
        )}
      </Stack>
    </Fieldset>
  );
}

function AddButton({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <Button variant="default" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={onClick}>
      Add {what}
    </Button>
  );
}

/** The value that a new entry of a list begins with. An empty text is a field to fill in. */
function firstOf(schema: ArgumentSchema, root: unknown): Json {
  const { kind } = shapeOf(schema, root);
  if (schema['default'] !== undefined) return schema['default'] as Json;
  if (kind === 'object') return {};
  return kind === 'list' ? [] : '';
}

/** The first alternative whose type and required properties a value has; the first one for no value. */
function alternativeOf(value: Json | undefined, alternatives: readonly ArgumentSchema[], root: unknown): number {
  if (value === undefined) return 0;
  const index = alternatives.findIndex((one) => {
    const shape = shapeOf(one, root);
    if (shape.kind === 'list') return Array.isArray(value);
    if (shape.kind !== 'object') return typeof value !== 'object';
    const given = objectOrEmpty(value);
    return !Array.isArray(value) && shape.properties.every(({ key, required }) => !required || key in given);
  });
  return Math.max(0, index);
}

function nameOf({ title, type }: ArgumentSchema, index: number): string {
  if (typeof title === 'string' && title !== '') return title;
  return typeof type === 'string' && type !== 'object' ? type : `Alternative ${index + 1}`;
}
