import { Input } from '@mantine/core';
import { type ReactNode, Suspense, useId } from 'react';
import classes from './code-input.module.css';
import type { CodeMirrorFieldProps } from './code-mirror-field.tsx';
import { loadPart } from '../../ui/load-part.tsx';

const CodeMirrorField = loadPart(async () => (await import('./code-mirror-field.tsx')).CodeMirrorField);

export interface CodeInputProps extends CodeMirrorFieldProps {
  hideLabel?: boolean;
  description?: ReactNode;
  error?: string;
  /** The error is shown elsewhere; the frame alone is marked. */
  hideError?: boolean;
  required: boolean;
}

/** A labelled code editor; CodeMirror is loaded when the first one is shown. */
export function CodeInput({
  label,
  hideLabel = false,
  description,
  error,
  hideError = false,
  required,
  ...editor
}: CodeInputProps) {
  const id = useId();
  return (
    <Input.Wrapper
      label={hideLabel ? undefined : label}
      description={description}
      error={hideError ? undefined : error}
      withAsterisk={required}
      labelElement="div"
      {...(hideLabel ? {} : { labelProps: { id: `${id}-label` } })}
    >
      <div className={classes.frame} data-invalid={error ? true : undefined} data-unlabelled={hideLabel || undefined}>
        <Suspense
          fallback={<div className={classes.fallback} style={{ minHeight: `${(editor.minLines ?? 1) * 20 + 14}px` }} />}
        >
          <CodeMirrorField {...editor} label={label} />
        </Suspense>
      </div>
    </Input.Wrapper>
  );
}
