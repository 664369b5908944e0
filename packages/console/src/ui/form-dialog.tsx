import { Modal, type ModalProps, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { FormButtons } from './form-buttons.tsx';

interface FormDialogProps {
  title: string;
  size?: NonNullable<ModalProps['size']>;
  submitLabel: string;
  /** The request that sends the form. Its error is shown above the buttons. */
  request: { isPending: boolean; error: unknown };
  /** The form cannot be sent yet. */
  disabled?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A dialog with one form, which may be within another form. */
export function FormDialog(props: FormDialogProps) {
  const { title, size = 'md', submitLabel, request, disabled = false, onSubmit, onClose, children } = props;
  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // Portals keep React's tree: a form around the dialog would be submitted as well.
          event.stopPropagation();
          onSubmit();
        }}
      >
        <Stack>
          {children}
          {request.error !== null && <ErrorNotice error={request.error} />}
          <FormButtons submitLabel={submitLabel} loading={request.isPending} disabled={disabled} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
