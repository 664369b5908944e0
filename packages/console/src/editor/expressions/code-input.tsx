import { ActionIcon, Input } from '@mantine/core';
import { IconMaximize } from '@tabler/icons-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import classes from './code-input.module.css';
import type { CodeMirrorFieldProps } from './code-mirror-field.tsx';
import { loadPart } from '../../ui/load-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const LargeCodeDialog = loadPart(async () => (await import('./large-code-dialog.tsx')).LargeCodeDialog);
const CodeMirrorField = loadPart(async () => (await import('./code-mirror-field.tsx')).CodeMirrorField);

export interface CodeInputProps extends CodeMirrorFieldProps {
  hideLabel?: boolean;
  description?: ReactNode;
  error?: string;
  /** The error is shown elsewhere; the frame alone is marked. */
  hideError?: boolean;
  required: boolean;
  /** Shown below the text in the large window: a preview, or why the last run failed. */
  below?: ReactNode;
}

/** A labelled code editor, also as large as the window; CodeMirror is loaded when the first one is shown. */
export function CodeInput({
  label,
  hideLabel = false,
  description,
  error,
  hideError = false,
  required,
  below,
  ...editor
}: CodeInputProps) {
  const id = useId();
  const [isLarge, setLarge] = useState(false);
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
          fallback={
            <div
              data-code-field
              className={classes.fallback}
              style={{ minHeight: `${(editor.minLines ?? 1) * 20 + 14}px` }}
            />
          }
        >
          <CodeMirrorField {...editor} label={label} />
        </Suspense>
        <ActionIcon
          className={classes.enlarge ?? ''}
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={`Edit in a large window: ${label}`}
          title="Edit in a large window"
          onClick={() => setLarge(true)}
        >
          <IconMaximize size={14} />
        </ActionIcon>
      </div>
      <PartBoundary key={String(isLarge)} onFailed={() => setLarge(false)}>
        {isLarge && (
          <LargeCodeDialog
            {...editor}
            label={label}
            {...(error === undefined ? {} : { error })}
            below={below}
            onClose={() => setLarge(false)}
          />
        )}
      </PartBoundary>
    </Input.Wrapper>
  );
}
