import { Alert, Button, Group, Modal, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '../texts/controls.ts';
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
  onClose: () => void;
}

/**
 * Shows a key or token once, to copy or download (spec §2.5). Until that is done, Escape and the close button ask
 * first.
 */
export function ShownOnceDialog({ what, value, fileName, onClose }: ShownOnceDialogProps) {
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
      title={texts.createdWhat(what)}
      size="lg"
      closeOnClickOutside={false}
      keepMounted={false}
    >
      {value !== null && (
        <div data-shown-once className={classes.content} onCopy={() => setSaved(true)}>
          <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />} title={texts.copyItNowYouCannot}>
            {texts.afterYouCloseThisDialog}
          </Alert>
          <Textarea
            label={what}
            value={value}
            readOnly
            autosize
            minRows={1}
            classNames={{ input: classes.value ?? '' }}
            onFocus={(event) => event.currentTarget.select()}
            data-autofocus
          />
          {isAsking ? (
            <Alert
              color="red"
              variant="light"
              title={texts.closeWithoutSavingThe(inSentence(what))}
              role="alert"
              classNames={ASKING}
            >
              <div>{texts.youHaveNeitherCopiedNor}</div>
              <Group gap="xs" mt="xs">
                <Button size="xs" variant="default" onClick={() => setAsking(false)} autoFocus>
                  {texts.keepItOpen}
                </Button>
                <Button size="xs" color="red.8" onClick={close}>
                  {texts.closeAnyway}
                </Button>
              </Group>
            </Alert>
          ) : (
            <div className={classes.actions}>
              <CopyButton
                value={value}
                label={texts.copyTheWhat(inSentence(what))}
                text={texts.copy}
                onCopied={() => setSaved(true)}
              />
              <Button
                variant="default"
                leftSection={<IconDownload size={16} />}
                onClick={() => {
                  downloadText(fileName, `${value}\n`);
                  setSaved(true);
                }}
              >
                {texts.download}
              </Button>
              <Button ml="auto" onClick={close}>
                {texts.done}
              </Button>
            </div>
          )}
        </div>
      )}
    </Modal>
  );
}

/** In lower case, except for an abbreviation. */
function inSentence(what: string): string {
  return /^[A-Z]{2}/.test(what) ? what : what.toLowerCase();
}
