import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Fieldset.layer.css';
import { ActionIcon, Button, Fieldset, NativeSelect, Stack } from '@mantine/core';
import type { JsonSchema } from '@workflow/component-kit';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus } from '@tabler/icons-react';
import type { JsonObject } from '@workflow/workflow-model';
import { type ReactNode, useState } from 'react';
import { fieldError } from './field-error.ts';
import type { FieldLabels, SchemaFieldProps } from './field-props.ts';
import fieldClasses from './fields.module.css';
import { NestedForm } from './nested-form.tsx';
import { useAbsolutePointer } from './pointer-base.ts';
import { freshStep, stepKinds, type StepKind } from './step-kinds.ts';
import { StepItemsContext, useItemFields } from './step-items.ts';
import { StepPreview } from './step-preview.tsx';
import classes from './steps-field.module.css';
import { useFocusAdded } from './use-focus-added.ts';
import { useTouch } from './use-touch.ts';
import { RemoveButton } from '../../ui/remove-button.tsx';

type StepsFieldProps = SchemaFieldProps & { labels: FieldLabels };

/**
 * A list whose entries are of several kinds and work one after the other, each a card: added, moved by dragging or by
 * its buttons, removed, and shown with what it leaves of the last session's data.
 */
export function StepsField({ schema, value, pointer, problems, siblings, onChange, labels, Form }: StepsFieldProps) {
  const kinds = stepKinds(schema['items'] as JsonSchema);
  const steps = (Array.isArray(value) ? value : []) as JsonObject[];
  const touch = useTouch();
  const absolute = useAbsolutePointer();
  const [dragged, setDragged] = useState<number | null>(null);
  const [added, setAdded] = useState(kinds[0]?.name ?? '');
  const { last, focusNext } = useFocusAdded<HTMLLIElement>(steps.length);
  const noun = String((schema['items'] as JsonSchema)['title'] ?? 'Step');

  function move(from: number, to: number): void {
    if (to >= 0 && to < steps.length && from !== to) onChange(moved(steps, from, to));
  }

  return (
    <Fieldset legend={labels.label} className={fieldClasses.group ?? ''}>
      <Stack gap="sm">
        {labels.description && <div className={fieldClasses.hint}>{labels.description}</div>}
        <ol className={classes.steps}>
          {steps.map((step, index) => {
            const kind = kinds.find(({ name, property }) => step[property] === name);
            const title = `${index + 1}. ${kind?.title ?? 'Unknown'}`;
            const error = fieldError(problems, `${pointer}/${index}`);
            return (
              // A step has no other identity than its place.
              <li
                key={index}
                ref={index === steps.length - 1 ? last : null}
                className={classes.step}
                aria-label={title}
                tabIndex={-1}
                data-dragged={dragged === index || undefined}
                onDragOver={(event) => {
                  if (dragged !== null) event.preventDefault();
                }}
                onDrop={(event) => {
                  event.preventDefault();
                  if (dragged !== null) move(dragged, index);
                  setDragged(null);
                }}
                onBlur={(event) => {
                  if (!event.currentTarget.contains(event.relatedTarget)) touch.leave(absolute(`${pointer}/${index}`));
                }}
              >
                <div className={classes.head}>
                  <span
                    className={classes.grip}
                    draggable
                    title="Drag to move"
                    onDragStart={(event) => {
                      event.dataTransfer.effectAllowed = 'move';
                      // Browsers may begin no drag without data; no field takes data of this type.
                      event.dataTransfer.setData('application/x-step', String(index));
                      setDragged(index);
                    }}
                    onDragEnd={() => setDragged(null)}
                  >
                    <IconGripVertical size={14} />
                    {title}
                  </span>
                  <StepTools
                    title={title}
                    index={index}
                    count={steps.length}
                    move={move}
                    remove={() => onChange(steps.filter((_, other) => other !== index))}
                  />
                </div>
                {kind && <div className={fieldClasses.hint}>{kind.description}</div>}
                {kind && (
                  <StepItems config={{ ...siblings }} steps={index}>
                    <NestedForm
                      Form={Form}
                      schema={kind.form}
                      config={step}
                      pointer={`${pointer}/${index}`}
                      problems={problems}
                      onChange={(next) => onChange(steps.map((one, other) => (other === index ? next : one)))}
                    />
                  </StepItems>
                )}
                {error && <div className={fieldClasses.error}>{error}</div>}
                <StepPreview label="Result" config={{ ...siblings }} steps={index + 1} />
              </li>
            );
          })}
        </ol>
        <AddStep
          noun={noun}
          kinds={kinds}
          chosen={added}
          choose={setAdded}
          add={(kind) => {
            touch.add(absolute(`${pointer}/${steps.length}`));
            onChange([...steps, freshStep(kind)]);
            focusNext();
          }}
        />
        {labels.error && <div className={fieldClasses.error}>{labels.error}</div>}
      </Stack>
    </Fieldset>
  );
}

/** Provides the fields of the items that a step receives to the inputs within it. */
function StepItems({ config, steps, children }: { config: JsonObject; steps: number; children: ReactNode }) {
  return <StepItemsContext value={useItemFields(config, steps)}>{children}</StepItemsContext>;
}

function moved(steps: readonly JsonObject[], from: number, to: number): JsonObject[] {
  const next = steps.filter((_, index) => index !== from);
  next.splice(to, 0, steps[from] as JsonObject);
  return next;
}

interface StepToolsProps {
  title: string;
  index: number;
  count: number;
  move: (from: number, to: number) => void;
  remove: () => void;
}

function StepTools({ title, index, count, move, remove }: StepToolsProps) {
  const shared = { size: 'sm', variant: 'subtle', color: 'gray' } as const;
  // Unlike `disabled`, this keeps the focus where it is when a card reaches the end.
  const isFirst = index === 0;
  const isLast = index === count - 1;
  return (
    <span className={classes.tools}>
      <ActionIcon
        {...shared}
        aria-label={`Move ${title} up`}
        aria-disabled={isFirst}
        onClick={() => move(index, index - 1)}
      >
        <IconArrowUp size={14} />
      </ActionIcon>
      <ActionIcon
        {...shared}
        aria-label={`Move ${title} down`}
        aria-disabled={isLast}
        onClick={() => move(index, index + 1)}
      >
        <IconArrowDown size={14} />
      </ActionIcon>
      <RemoveButton size="sm" iconSize={14} label={`Remove ${title}`} onClick={remove} />
    </span>
  );
}

interface AddStepProps {
  noun: string;
  kinds: readonly StepKind[];
  chosen: string;
  choose: (name: string) => void;
  add: (kind: StepKind) => void;
}

function AddStep({ noun, kinds, chosen, choose, add }: AddStepProps) {
  const kind = kinds.find(({ name }) => name === chosen);
  return (
    <div className={classes.add}>
      <NativeSelect
        size="xs"
        aria-label={`${noun} to add`}
        data={kinds.map(({ name, title }) => ({ value: name, label: title }))}
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() => {
          if (kind !== undefined) add(kind);
        }}
      >
        Add {noun.toLowerCase()}
      </Button>
    </div>
  );
}
