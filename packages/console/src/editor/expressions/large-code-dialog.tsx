import { Input, Modal } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import classes from './code-input.module.css';
import { CodeMirrorField, type CodeMirrorFieldProps } from './code-mirror-field.tsx';

/** Lines of 20 px that fill the dialog of an ordinary window. */
const MIN_LINES = 24;

interface LargeCodeDialogProps extends CodeMirrorFieldProps {
  error?: string;
  onClose: () => void;
}

/**
 * The same code in a dialog of the whole window, with the focus in it. What is typed is in the field behind it at once.
 */
export function LargeCodeDialog({ label, error, onClose, ...editor }: LargeCodeDialogProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    // An Escape that closes the list of completions is taken by the editor.
    if (event.key === 'Escape' && !event.defaultPrevented) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={label}
      fullScreen
      closeOnEscape={false}
      onKeyDown={onKeyDown}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Input.Wrapper error={error}>
        <div className={`${classes.frame} ${classes.large}`} data-invalid={error ? true : undefined}>
          <CodeMirrorField {...editor} label={label} minLines={MIN_LINES} maxHeight="calc(100dvh - 124px)" takesFocus />
        </div>
      </Input.Wrapper>
    </Modal>
  );
}
