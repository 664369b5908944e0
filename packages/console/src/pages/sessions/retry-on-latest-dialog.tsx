import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import type { RetryFrom } from '../../api/queries/sessions.ts';
import type { RetryPreview } from '../../api/types.ts';
import { plural } from '../../ui/plural.ts';
import { ComponentChanges } from './component-changes.tsx';

interface RetryOnLatestDialogProps {
  preview: RetryPreview;
  latest: string;
  from: RetryFrom;
  isPending: boolean;
  onRetry: () => void;
  onClose: () => void;
}

/** What changed since the session failed, and what will run again, before it is retried on another version. */
export function RetryOnLatestDialog({ preview, latest, from, isPending, onRetry, onClose }: RetryOnLatestDialogProps) {
  const { possible, reason, changes, kept } = preview;
  return (
    <Modal opened onClose={onClose} title={`Retry with ${latest}`}>
      <Stack>
        {possible ? (
          <>
            <ComponentChanges changes={changes} />
            <div role="status">
              {from === 'start' ? 'All steps run again, with their effects.' : keptText(kept.length)}
            </div>
          </>
        ) : (
          <Alert color="red" variant="light" role="status">
            {reason}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button data-autofocus disabled={!possible} loading={isPending} onClick={onRetry}>
            {from === 'start' ? 'Retry from start' : 'Retry from failed step'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function keptText(count: number): string {
  return count === 0
    ? 'No result is kept: all steps run again, with their effects.'
    : plural(count, {
        one: 'The result of 1 component is kept; all others run, with their effects.',
        other: `The results of ${count} components are kept; all others run, with their effects.`,
      });
}
