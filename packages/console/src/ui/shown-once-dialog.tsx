import { Alert, Button, Modal, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { CopyButton } from './copy-button.tsx';
import classes from './shown-once-dialog.module.css';
import { downloadText } from './download-text.ts';

interface ShownOnceDialogProps {
  /** `API key` or `Webhook token`. */
  what: string;
  /** The value; null closes the dialog. It lives in the opener's state alone, and only while the dialog is open. */
  value: string | null;
  fileName: string;
  onClose: () => void;
}

/** Shows a key or token once, to copy or download (spec §2.5). */
export function ShownOnceDialog({ what, value, fileName, onClose }: ShownOnceDialogProps) {
  return (
    <Modal opened={value !== null} onClose={onClose} title={`${what} made`} size="lg" closeOnClickOutside={false} keepMounted={false}>
      {value !== null && (
        <div className={classes.content}>
          <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />} title="Copy it now: it cannot be seen again">
            Once this dialog is closed, nobody can view it any more. If it gets lost or may have been exposed, delete it and make a new one.
          </Alert>
          <Textarea label={what} value={value} readOnly autosize minRows={1} classNames={{ input: classes.value ?? '' }} onFocus={(event) => event.currentTarget.select()} data-autofocus />
          <div className={classes.actions}>
            <CopyButton value={value} label={`Copy the ${what.toLowerCase()}`} text="Copy" />
            <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => downloadText(fileName, `${value}\n`)}>
              Download
            </Button>
            <Button ml="auto" onClick={onClose}>
              Done
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
