import type { JsonSchema } from '@workflow/component-kit';
import type { Json } from '@workflow/workflow-model';
import { useEffect, useRef, useState } from 'react';
import { ExpressionField } from '../expressions/expression-field.tsx';
import type { FieldLabels } from './field-props.ts';
import { parseTemplateOrJson } from './template-or-json.ts';

interface JsonFieldProps extends FieldLabels {
  schema: JsonSchema;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
}

/** Edits a template, or JSON whose strings are templates. */
export function JsonField({ schema, value, onChange, ...labels }: JsonFieldProps) {
  const [text, setText] = useState(() => textOf(value));
  const reported = useRef(value);
  // A value from outside, such as a step back. What was typed stays as it was typed.
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setText(textOf(value));
  }, [value]);
  const parsed = parseTemplateOrJson(text);
  return (
    <ExpressionField
      {...labels}
      kind="json"
      site={schema}
      value={text}
      storedOf={storedValue}
      {...(parsed.kind === 'invalid' ? { error: parsed.message } : labels.error ? { error: labels.error } : {})}
      onChange={(next) => {
        setText(next);
        const result = parseTemplateOrJson(next);
        if (result.kind !== 'valid') return;
        reported.current = result.value;
        onChange(result.value);
      }}
    />
  );
}

function textOf(value: Json | undefined): string {
  return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function storedValue(text: string): Json | undefined {
  const parsed = parseTemplateOrJson(text);
  return parsed.kind === 'valid' ? parsed.value : undefined;
}
