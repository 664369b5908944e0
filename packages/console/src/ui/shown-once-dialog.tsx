import { Alert, Button, Group, Modal, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import classes from './shown-once-dialog.module.css';
import { downloadText } from './download-text.ts';

const ASKING = { body: classes.unclipped ?? '', message: classes.unclipped ?? '' };

interface ShownOnceDialogProps {
  /** `API key` or `Webhook token`. */
  what: string;
  /** The value; null closes the dialog. Only the opener's state contains it, and only while the dialog is open. */
  value: string | null;
  fileName: string;
  /** The secret in another form, such as a URL that contains it. */
  alternative?: { label: string; value: string };
  onClose: () => void;
}

/**
 * Shows a key or token once, to copy or download (contract §2.5). Until that is done, Escape and the close button ask
 * first.
 */
export function ShownOnceDialog({ what, value, fileName, alternative, onClose }: ShownOnceDialogProps) {
  const [isSaved, setSaved] = useState(false);
  const [isAsking, setAsking] = useState(false);

  function close() {
    setSaved(false);
    setAsking(false);
    onClose();
  }

  return (
    <Modal
      opened={value !== null}
      onClose={() => (isSaved ? close() : setAsking(true))}
      title={`${what} created`}
      size="lg"
      closeOnClickOutside={false}
      keepMounted={false}
    >
      {value !== null && (
        <div data-shown-once className={classes.content} onCopy={() => setSaved(true)}>
          <Alert
            color="yellow"
            variant="light"
            icon={<IconAlertTriangle size={18} />}
            title="Copy it now: you cannot see it again"
          >
            If it is lost or exposed, delete it and create a new one.
          </Alert>
          <Shown label={what} value={value} isFirst />
          {alternative && <Shown {...alternative} />}
          {isAsking ? (
            <Alert
              color="red"
              variant="light"
              title={`Close without saving the ${inSentence(what)}?`}
              role="alert"
              classNames={ASKING}
            >
              <div>You have neither copied nor downloaded it. It cannot be shown again.</div>
              <Group gap="xs" mt="xs">
                <Button size="xs" variant="default" onClick={() => setAsking(false)} autoFocus>
                  Keep it open
                </Button>
                <Button size="xs" color="red.8" onClick={close}>
                  Close anyway
                </Button>
              </Group>
            </Alert>
          ) : (
            <div className={classes.actions}>
              <CopyButton
                value={value}
                label={`Copy the ${inSentence(what)}`}
                text="Copy"
                onCopied={() => setSaved(true)}
              />
              {alternative && (
                <CopyButton
                  value={alternative.value}
                  label={`Copy ${inSentence(alternative.label)}`}
                  text={`Copy ${inSentence(alternative.label)}`}
                  onCopied={() => setSaved(true)}
                />
              )}
              <Button
                variant="default"
                leftSection={<IconDownload size={16} />}
                onClick={() => {
                  downloadText(fileName, `${value}\n`);
                  setSaved(true);
                }}
              >
                Download
              </Button>
              <Button ml="auto" onClick={close}>
                Done
              </Button>
            </div>
          )}
        </div>
      )}
    </Modal>
  );
}

function Shown({ label, value, isFirst = false }: { label: string; value: string; isFirst?: boolean }) {
  return (
    <Textarea
      label={label}
      value={value}
      readOnly
      autosize
      minRows={1}
      classNames={{ input: classes.value ?? '' }}
      onFocus={(event) => event.currentTarget.select()}
      data-autofocus={isFirst || undefined}
    />
  );
}

/** In lower case, except for an abbreviation. */
function inSentence(what: string): string {
  return /^[A-Z]{2}/.test(what) ? what : what.toLowerCase();
}
