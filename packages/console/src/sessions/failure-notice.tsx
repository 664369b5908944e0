import { Alert, Code } from '@mantine/core';
import type { SessionFailure } from '../api/types.ts';
import { CopyButton } from '../ui/copy-button.tsx';

/** Why a step or session failed, with the errorId to quote to support (spec §2.4). */
export function FailureNotice({ error }: { error: SessionFailure }) {
  return (
    <Alert color="red" variant="light" title={error.code} p="sm">
      {error.message}
      {error.errorId && (
        <div>
          Error id to quote: <Code>{error.errorId}</Code> <CopyButton value={error.errorId} label="Copy the error id" />
        </div>
      )}
    </Alert>
  );
}
