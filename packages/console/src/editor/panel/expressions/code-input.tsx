import { Input } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';
import classes from './code-input.module.css';
import type { CodeLanguage } from './code-mirror-field.tsx';
import type { Completable } from './jsonata-completions.ts';

const CodeMirrorField = lazy(async () => ({ default: (await import('./code-mirror-field.tsx')).CodeMirrorField }));

export interface CodeInputProps {
  label: string;
  hideLabel?: boolean;
  description?: string;
  error?: string;
  required: boolean;
  language: CodeLanguage;
  value: string;
  minLines?: number;
  completable?: Completable[];
  onChange: (value: string) => void;
  onFocus?: (insert: (text: string) => void, isInTemplate: () => boolean) => void;
}

/** A labelled code editor; CodeMirror is loaded when the first one is shown. */
export function CodeInput({ label, hideLabel = false, description, error, required, ...editor }: CodeInputProps) {
  const id = useId();
  return (
    <Input.Wrapper
      label={hideLabel ? undefined : label}
      description={description}
      error={error}
      withAsterisk={required}
      labelElement="div"
      {...(hideLabel ? {} : { labelProps: { id: `${id}-label` } })}
    >
      <div className={classes.frame} data-invalid={error ? true : undefined}>
        <Suspense fallback={<div className={classes.fallback} style={{ minHeight: `${(editor.minLines ?? 1) * 20 + 14}px` }} />}>
          <CodeMirrorField {...editor} label={label} />
        </Suspense>
      </div>
    </Input.Wrapper>
  );
}
