import { Button, Group, Modal, Stack } from '@mantine/core';
import type { SaveStatus } from '../../../editor/draft/save-status.ts';
import { problemOfText, type UnsavedText } from '../../../editor/draft/unsaved-text.ts';
import { useDraft, useEditor } from '../../../editor/editor-context.ts';
import { usePicked } from '../../../ui/value-store.ts';
import { whyNotSaved } from './why-not-saved.ts';

/** Asks whether to leave the editor while its changes are not saved. Once they are saved, the page is left. */
export function LeaveDialog({ onStay }: { onStay: () => void }) {
  const { autosave } = useEditor();
  const status = usePicked(autosave.status, (value) => value);
  const name = useDraft((state) => state.draft.name);
  const texts = useDraft((state) => state.unsavedTexts);
  return (
    <Modal opened onClose={onStay} title="Leave without saving?">
      <Stack>
        <div role="status">
          Your last changes to <strong>{name}</strong> are not saved yet. {whyOf(status, texts)}
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onStay} data-autofocus>
            Stay
          </Button>
          {status.kind !== 'conflict' && status.kind !== 'unreadable' && (
            <Button
              variant="default"
              loading={status.kind === 'saving'}
              onClick={() => void autosave.flush().catch(() => undefined)}
            >
              Try again
            </Button>
          )}
          <Button color="red.8" onClick={() => autosave.discard()}>
            Leave without saving
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function whyOf(status: SaveStatus, texts: readonly UnsavedText[]): string {
  if (status.kind === 'failed') return whyNotSaved(status.error);
  if (status.kind === 'conflict') return 'A newer version was saved elsewhere. Stay to choose which one to keep.';
  if (status.kind === 'unreadable')
    return `${texts.map((text) => problemOfText(text).message).join(' ')} Stay to correct it.`;
  return 'The server has not answered. You continue to the next page as soon as it does.';
}
