import { Stack } from '@mantine/core';
import { itemShape, type Field, type JsonObject } from '@workflow/workflow-model';
import { ListInput } from './list-input.tsx';
import { PlaceholderInput } from './placeholder-input.tsx';
import { withKey } from './with-key.ts';
import classes from './placeholder-input.module.css';

export interface PlaceholderInputsProps {
  fields: readonly Field[];
  /** As callers send them: keys dotted (spec §2.2 rule 6). */
  values: JsonObject;
  onChange: (values: JsonObject) => void;
}

/** A typed input per placeholder. All are optional, as over the API (spec §2.2 rule 2): blank ones are not sent. */
export function PlaceholderInputs(props: PlaceholderInputsProps) {
  if (props.fields.length === 0)
    return <p className={classes.none}>No placeholders are available to this component.</p>;
  return (
    <Stack gap="sm">
      <p className={classes.none}>
        All values are optional. Blank ones are not sent; a component that reads one fails.
      </p>
      <InputGroup {...props} prefix="" />
    </Stack>
  );
}

/** All that is within a sensitive object is sensitive. */
function fieldsOf({ fields = [], sensitive }: Field): Field[] {
  return sensitive === true ? fields.map((field) => ({ ...field, sensitive })) : fields;
}

/** The inputs alone. @param prefix of their keys */
export function InputGroup({ fields, prefix, values, onChange }: PlaceholderInputsProps & { prefix: string }) {
  return (
    <Stack gap="sm">
      {fields.map((field) => {
        const key = prefix + field.key;
        if (field.type === 'OBJECT') {
          return (
            <fieldset key={key} className={classes.object}>
              <legend>{field.key}</legend>
              <InputGroup fields={fieldsOf(field)} prefix={`${key}.`} values={values} onChange={onChange} />
            </fieldset>
          );
        }
        if (field.type === 'LIST' && (field.items ?? 'TEXT') !== 'TEXT') {
          return (
            <ListInput
              key={key}
              label={field.key}
              item={itemShape(field.items)}
              value={values[key]}
              onChange={(value) => onChange(withKey(values, key, value))}
            />
          );
        }
        return (
          <PlaceholderInput
            key={key}
            field={field}
            value={values[key]}
            onChange={(value) => onChange(withKey(values, key, value))}
          />
        );
      })}
    </Stack>
  );
}
