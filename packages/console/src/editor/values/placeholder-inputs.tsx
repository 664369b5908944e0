import { Stack } from '@mantine/core';
import { itemShape, type Field, type JsonObject } from '@workflow/workflow-model';
import { ListInput } from './list-input.tsx';
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

/** A typed input for each placeholder. Empty ones are not sent. */
export function PlaceholderInputs(props: PlaceholderInputsProps) {
  const { fields } = props;
  if (fields.length === 0) return <p className={classes.none}>No placeholders are available to this component.</p>;
  return (
    <Stack gap="sm">
      <p className={classes.none}>Empty fields are not sent.</p>
      <InputGroup {...props} prefix="" />
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
                {declared?.optional === true && <span className={classes.mark}>optional</span>}
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
        const isGroup = field.type === 'LIST' && (field.items ?? 'TEXT') !== 'TEXT';
        const isRequired = declared !== undefined && declared.optional !== true;
        const mark = declared && <span className={classes.mark}>{isRequired ? 'required' : 'optional'}</span>;
        return (
          <div
            key={key}
            className={classes.marked}
            data-missing={(isRequired && values[key] === undefined) || undefined}
          >
            {isGroup ? (
              <ListInput
                label={field.key}
                mark={mark}
                item={itemShape(field.items)}
                value={values[key]}
                onChange={change}
              />
            ) : (
              <>
                {mark}
                <PlaceholderInput field={field} value={values[key]} onChange={change} />
              </>
            )}
          </div>
        );
      })}
    </Stack>
  );
}
