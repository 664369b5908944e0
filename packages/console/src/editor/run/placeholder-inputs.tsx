import { Stack } from '@mantine/core';
import type { Field, Json, JsonObject } from '@workflow/workflow-model';
import { texts } from '../../texts/test-run.ts';
import { type Blank, PlaceholderInput } from './placeholder-input.tsx';
import classes from './placeholder-input.module.css';

export interface PlaceholderInputsProps {
  fields: readonly Field[];
  /** As callers send them: keys dotted (spec §2.2 rule 6). */
  values: JsonObject;
  onChange: (values: JsonObject) => void;
  /** Values that are not optional must be given; left out, none must. */
  required?: { showBlank: boolean };
}

/** A typed input per placeholder; empty ones are not sent. */
export function PlaceholderInputs(props: PlaceholderInputsProps) {
  if (props.fields.length === 0) return <p className={classes.none}>{texts.noPlaceholdersAreAvailableTo}</p>;
  return <InputGroup {...props} prefix="" />;
}

function InputGroup({ fields, prefix, values, onChange, required }: PlaceholderInputsProps & { prefix: string }) {
  return (
    <Stack gap="sm">
      {fields.map((field) => {
        const key = prefix + field.key;
        if (field.type === 'OBJECT') {
          return (
            <fieldset key={key} className={classes.object}>
              <legend>{field.key}</legend>
              <InputGroup
                fields={field.fields ?? []}
                prefix={`${key}.`}
                values={values}
                onChange={onChange}
                {...(required && field.optional !== true ? { required } : {})}
              />
            </fieldset>
          );
        }
        return (
          <PlaceholderInput
            key={key}
            field={field}
            value={values[key]}
            blank={blankOf(field, values[key], required)}
            onChange={(value) => onChange(withKey(values, key, value))}
          />
        );
      })}
    </Stack>
  );
}

/** Nothing is an empty list. */
function blankOf(
  { type, optional }: Field,
  value: Json | undefined,
  required: PlaceholderInputsProps['required'],
): Blank {
  if (!required || optional === true || type === 'LIST' || value !== undefined) return null;
  return required.showBlank ? 'shown' : 'silent';
}

function withKey(values: JsonObject, key: string, value: Json | undefined): JsonObject {
  const { [key]: _old, ...rest } = values;
  return value === undefined ? rest : { ...rest, [key]: value };
}
