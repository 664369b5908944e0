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

/** Shows the changes since the session failed and the steps that run again, before a retry on another version. */
export function RetryOnLatestDialog({ preview, latest, from, isPending, onRetry, onClose }: RetryOnLatestDialogProps) {
  const { possible, reason, changes } = preview;
  return (
    <Modal opened onClose={onClose} title={`Retry with ${latest}`}>
      <Stack>
        {possible ? (
          <>
            <ComponentChanges changes={changes} />
            <div role="status">
              {from === 'start'
                ? 'Runs all steps again, including their side effects.'
                : storedResultsText(preview.kept.length)}
            </div>
          </>
        ) : (
          <Alert color="red" variant="light" role="status">
            {reason}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button data-autofocus disabled={!possible} loading={isPending} onClick={onRetry}>
            {from === 'start' ? 'Retry from start' : 'Retry from failed step'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function storedResultsText(count: number): string {
  return count === 0
    ? 'Runs all steps again, including their side effects.'
    : plural(count, {
        one: 'Keeps the result of 1 step and runs the rest again.',
        other: `Keeps the results of ${count} steps and runs the rest again.`,
      });
}
