import { Alert, Stack } from '@mantine/core';
import { absentFields, itemShape, type Field, type JsonObject } from '@workflow/workflow-model';
import { ListInput } from './list-input.tsx';
import { nestedValues } from './nested-values.ts';
import { PlaceholderInput } from './placeholder-input.tsx';
import { withKey } from './with-key.ts';
import classes from './placeholder-input.module.css';

export interface PlaceholderInputsProps {
  fields: readonly Field[];
  /** Fields that the trigger of the run declares; empty when the run starts elsewhere. */
  startFields: readonly Field[];
  /** As callers send them: keys dotted (contract §2.2 rule 6). */
  values: JsonObject;
  onChange: (values: JsonObject) => void;
}

/**
 * A typed input per placeholder. Each may be left out, as over the API (contract §2.2 rule 2): blank ones are not sent,
 * and those that are not optional are named.
 */
export function PlaceholderInputs(props: PlaceholderInputsProps) {
  const { fields, startFields, values } = props;
  if (fields.length === 0) return <p className={classes.none}>No placeholders are available to this component.</p>;
  const unsent = absentFields(startFields, nestedValues(values)).map((path) => path.join('.'));
  return (
    <Stack gap="sm">
      <p className={classes.none}>Empty fields are not sent.</p>
      <InputGroup {...props} prefix="" />
      {unsent.length > 0 && (
        <Alert color="yellow" variant="light" p="xs" role="status">
          Required and empty: {unsent.join(', ')}.
        </Alert>
      )}
    </Stack>
  );
}

/** All that is within a sensitive object is sensitive. */
function fieldsOf({ fields = [], sensitive }: Field): Field[] {
  return sensitive === true ? fields.map((field) => ({ ...field, sensitive })) : fields;
}

/** The inputs alone. @param prefix of their keys */
export function InputGroup({
  fields,
  startFields,
  prefix,
  values,
  onChange,
}: PlaceholderInputsProps & { prefix: string }) {
  return (
    <Stack gap="sm">
      {fields.map((field) => {
        const key = prefix + field.key;
        const declared = startFields.find((one) => one.key === field.key);
        if (field.type === 'OBJECT') {
          return (
            <fieldset key={key} className={classes.object}>
              <legend>
                {field.key}
                {declared?.optional === true && <span className={classes.mark}> optional</span>}
              </legend>
              <p className={classes.none}>
                Send as <code>{key}.…</code>
              </p>
              <InputGroup
                fields={fieldsOf(field)}
                startFields={declared?.fields ?? []}
                prefix={`${key}.`}
                values={values}
                onChange={onChange}
              />
            </fieldset>
          );
        }
        const change = (value: JsonObject[string] | undefined) => onChange(withKey(values, key, value));
        return (
          <div key={key} className={classes.marked}>
            {declared && <span className={classes.mark}>{declared.optional === true ? 'optional' : 'required'}</span>}
            {field.type === 'LIST' && (field.items ?? 'TEXT') !== 'TEXT' ? (
              <ListInput label={field.key} item={itemShape(field.items)} value={values[key]} onChange={change} />
            ) : (
              <PlaceholderInput field={field} value={values[key]} onChange={change} />
            )}
          </div>
        );
      })}
    </Stack>
  );
}
