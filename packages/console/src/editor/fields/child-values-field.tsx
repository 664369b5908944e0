import '@mantine/core/styles/Fieldset.layer.css';
import { ActionIcon, Fieldset, Stack } from '@mantine/core';
import type { JsonSchema, PlaceholdersAnnotation } from '@workflow/component-kit';
import type { Field, Json, JsonObject } from '@workflow/workflow-model';
import { pointerToken } from '@workflow/workflow-model';
import { IconTrash } from '@tabler/icons-react';
import type { Problem } from '../../api/api-error.ts';
import { problemAtField } from '../draft/problem-words.ts';
import { ExpressionField } from '../expressions/expression-field.tsx';
import { nameOf } from '../../names/name-of.ts';
import { typeNames } from '../../names/placeholder-type-names.ts';
import classes from './fields.module.css';
import type { FieldLabels } from './field-props.ts';
import { KeyValueField } from './key-value-field.tsx';
import { useChildFields } from './use-child-start.ts';

interface ChildValuesFieldProps extends FieldLabels {
  schema: JsonSchema;
  value: Json | undefined;
  pointer: string;
  problems: Problem[];
  siblings: JsonObject;
  onChange: (value: Json | undefined) => void;
}

/** A template for each placeholder that the other workflow takes; rows of name and value until one is chosen. */
export function ChildValuesField(props: ChildValuesFieldProps) {
  const { schema, siblings, value, label, description, error, pointer, problems, onChange } = props;
  const annotation = schema['x-placeholders'] as PlaceholdersAnnotation;
  const fields = useChildFields(textIn(siblings, annotation.workflow), textIn(siblings, annotation.component));
  if (fields === null) return <KeyValueField {...props} />;
  const values = isObject(value) ? value : {};
  const rows = rowsOf(
    fields.filter(({ key }) => !isItem(siblings, key)),
    values,
  );
  const unknown = Object.keys(values).filter((key) => rows.every((row) => row.key !== key));
  const change = (key: string, text: string) => {
    const { [key]: _old, ...rest } = values;
    onChange(text === '' ? rest : { ...values, [key]: text });
  };
  return (
    <Fieldset legend={label} className={classes.group ?? ''}>
      <Stack gap="xs">
        {description && <div className={classes.hint}>{description}</div>}
        {rows.length === 0 && <div className={classes.hint}>The workflow takes no other placeholders.</div>}
        {rows.map(({ key, field }) => (
          <ExpressionField
            key={key}
            kind="template"
            site={schema}
            label={key}
            description={`${nameOf(typeNames, field.type)}, ${field.optional === true ? 'optional' : 'required'}`}
            required={false}
            value={textOf(values[key])}
            {...errorAt(problems, `${pointer}/${pointerToken(key)}`)}
            onChange={(text) => change(key, text)}
          />
        ))}
        {unknown.map((key) => (
          <div key={key} className={classes.pair}>
            <code>{key}</code>
            <span className={classes.error}>The workflow takes no placeholder of this name.</span>
            <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${key}`} onClick={() => change(key, '')}>
              <IconTrash size={15} />
            </ActionIcon>
          </div>
        ))}
        {error && <div className={classes.error}>{error}</div>}
      </Stack>
    </Fieldset>
  );
}

/** A row for each field, those of an OBJECT under dotted keys (spec §2.2 rule 6), unless it is given whole. */
function rowsOf(fields: readonly Field[], values: JsonObject, prefix = ''): { key: string; field: Field }[] {
  return fields.flatMap((field) => {
    const key = prefix + field.key;
    const isWhole = Object.hasOwn(values, key) || (field.fields ?? []).length === 0;
    return field.type === 'OBJECT' && !isWhole ? rowsOf(field.fields ?? [], values, `${key}.`) : [{ key, field }];
  });
}

/** Whether each item gives it: another property beside this one names it. */
function isItem(siblings: JsonObject, key: string): boolean {
  return siblings['itemKey'] === key;
}

function errorAt(problems: Problem[], path: string): { error?: string } {
  const problem = problems.find((one) => one.path === path);
  return problem === undefined ? {} : { error: problemAtField(problem) };
}

function textOf(value: Json | undefined): string {
  return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}

function textIn(holder: JsonObject, key: string): string {
  const value = holder[key];
  return typeof value === 'string' ? value : '';
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
