import '@mantine/core/styles/Fieldset.layer.css';
import { Fieldset, Stack } from '@mantine/core';
import type { JsonSchema } from '@workflow/component-kit';
import { objectOrEmpty, pointerToken, type Json, type JsonObject } from '@workflow/workflow-model';
import type { Problem } from '../../api/api-error.ts';
import { problemAtField } from '../draft/problem-words.ts';
import { ExpressionField } from '../expressions/expression-field.tsx';
import classes from './fields.module.css';
import type { FieldLabels } from './field-props.ts';
import { RemoveButton } from '../../ui/remove-button.tsx';

/** A form of templates by name, where elsewhere is known which names there are. */
export interface NamedValuesProps extends FieldLabels {
  schema: JsonSchema;
  value: Json | undefined;
  pointer: string;
  problems: Problem[];
  siblings: JsonObject;
  onChange: (value: Json | undefined) => void;
}

interface NamedValuesFieldProps extends NamedValuesProps {
  names: readonly { key: string; description: string }[];
  /** Text for a place without names. */
  none: string;
  /** Text at a value whose name is not one of them. */
  unknown: string;
}

/** A template for each name, and what is given under other names, to be taken away. */
export function NamedValuesField(props: NamedValuesFieldProps) {
  const { schema, value, label, description, error, required, pointer, problems, names, none, onChange } = props;
  const values = objectOrEmpty(value);
  const unknown = Object.keys(values).filter((key) => names.every((name) => name.key !== key));
  const change = (key: string, text: string) => {
    const { [key]: _old, ...rest } = values;
    const next = text === '' ? rest : { ...values, [key]: text };
    onChange(Object.keys(next).length === 0 && !required ? undefined : next);
  };
  return (
    <Fieldset legend={label} className={classes.group ?? ''}>
      <Stack gap="xs">
        {description && <div className={classes.hint}>{description}</div>}
        {names.length === 0 && <div className={classes.hint}>{none}</div>}
        {names.map((name) => (
          <ExpressionField
            key={name.key}
            kind="template"
            site={schema}
            label={name.key}
            description={name.description}
            required={false}
            value={textOf(values[name.key])}
            {...errorAt(problems, `${pointer}/${pointerToken(name.key)}`)}
            onChange={(text) => change(name.key, text)}
          />
        ))}
        {unknown.map((key) => (
          <div key={key} className={classes.pair}>
            <code>{key}</code>
            <span className={classes.error}>{props.unknown}</span>
            <RemoveButton iconSize={15} label={`Remove ${key}`} onClick={() => change(key, '')} />
          </div>
        ))}
        {error && <div className={classes.error}>{error}</div>}
      </Stack>
    </Fieldset>
  );
}

function errorAt(problems: Problem[], path: string): { error?: string } {
  const problem = problems.find((one) => one.path === path);
  return problem === undefined ? {} : { error: problemAtField(problem) };
}

function textOf(value: Json | undefined): string {
  return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}
