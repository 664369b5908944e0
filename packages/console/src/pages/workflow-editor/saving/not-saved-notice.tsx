import { Alert, Button, Group } from '@mantine/core';
import { ApiError } from '../../../api/api-error.ts';
import { RETRY_AFTER_MS } from '../../../editor/draft/save-status.ts';
import { useEditor } from '../../../editor/editor-context.ts';
import { ErrorId } from '../../../ui/error-id.tsx';
import { usePicked } from '../../../ui/value-store.ts';
import type { SaveFailure } from './use-save-failure.ts';
import { whyNotSaved } from './why-not-saved.ts';

/** Shows that the changes could not be saved and why, and tries again. */
export function NotSavedNotice({ failure: { error, isRepeated } }: { failure: SaveFailure }) {
  const { autosave } = useEditor();
  const isSaving = usePicked(autosave.status, ({ kind }) => kind === 'saving');
  const errorId = error instanceof ApiError ? error.errorId : null;
  return (
    <Alert color="red" variant="light" radius={0} px="md" py="xs" title="Your changes are not saved" role="alert">
      <Group gap="xs" align="center">
        <span>
          {whyNotSaved(error)}{' '}
          {isRepeated
            ? `Keep this page open: the editor tries again every ${RETRY_AFTER_MS / 1000} seconds.`
            : 'Keep this page open until the changes are saved.'}
        </span>
        {errorId !== null && <ErrorId value={errorId} />}
        <Button
          size="xs"
          variant="default"
          loading={isSaving}
          onClick={() => void autosave.flush().catch(() => undefined)}
        >
          Try again
        </Button>
      </Group>
    </Alert>
  );
}
