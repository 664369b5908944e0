import type { JsonSchema } from '@workflow/component-kit';
import type { Json } from '@workflow/workflow-model';
import { useEffect, useRef, useState } from 'react';
import { ExpressionField } from '../expressions/expression-field.tsx';
import type { FieldLabels } from './field-props.ts';
import { parseTemplateOrJson } from './template-or-json.ts';
import { useUnsavedText } from './use-unsaved-text.ts';

interface JsonFieldProps extends FieldLabels {
  schema: JsonSchema;
  value: Json | undefined;
  pointer: string;
  onChange: (value: Json | undefined) => void;
}

/** Edits a template, or JSON whose strings are templates. */
export function JsonField({ schema, value, pointer, onChange, ...labels }: JsonFieldProps) {
  const [savedText, setSavedText] = useState(() => textOf(value));
  const unsaved = useUnsavedText(pointer, labels.label);
  const text = unsaved.text ?? savedText;
  const reported = useRef(value);
  // A value from outside, such as a step back. What was typed stays as it was typed.
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setSavedText(textOf(value));
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
        const result = parseTemplateOrJson(next);
        if (result.kind === 'invalid') {
          unsaved.keep(next, result.message);
          return;
        }
        setSavedText(next);
        reported.current = result.value;
        onChange(result.value);
        unsaved.drop();
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
