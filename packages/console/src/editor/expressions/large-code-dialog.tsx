import { Input, Modal } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { useSelectedComponent } from '../editor-context.ts';
import classes from './code-input.module.css';
import { CodeMirrorField, type CodeMirrorFieldProps } from './code-mirror-field.tsx';
import { PlaceholderList } from './placeholder-list.tsx';
import { SampleSection } from './sample-section.tsx';

/** Lines of 20 px that fill the dialog of an ordinary window. */
const MIN_LINES = 24;

interface LargeCodeDialogProps extends CodeMirrorFieldProps {
  error?: string;
  below?: ReactNode;
  onClose: () => void;
}

/**
 * The same code in a dialog of the whole window, with the focus in it, next to the placeholders and the sample data,
 * and above its preview. What is typed is in the field behind it immediately.
 */
export function LargeCodeDialog({ label, error, below, onClose, ...editor }: LargeCodeDialogProps) {
  const component = useSelectedComponent();
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
      <div className={classes.columns}>
        <div className={classes.text}>
          <Input.Wrapper error={error}>
            <div className={`${classes.frame} ${classes.large}`} data-invalid={error ? true : undefined}>
              <CodeMirrorField
                {...editor}
                label={label}
                minLines={MIN_LINES}
                maxHeight="calc(100dvh - 260px)"
                takesFocus
              />
            </div>
          </Input.Wrapper>
          {below !== undefined && <div className={classes.below}>{below}</div>}
        </div>
        {editor.textOfPlaceholder !== undefined && component !== null && (
          <div className={classes.input} role="group" aria-label="Input">
            <PlaceholderList componentId={component.id} />
            <SampleSection componentId={component.id} />
          </div>
        )}
      </div>
    </Modal>
  );
}
