import { Alert, Button, Code } from '@mantine/core';
import { ApiError } from '../api/api-error.ts';
import { CopyButton } from './copy-button.tsx';

interface ErrorNoticeProps {
  error: unknown;
  onRetry?: () => void;
}

/** An error in place of the data, with the errorId to quote to support (spec §2.4). */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
  const errorId = error instanceof ApiError ? error.errorId : null;
  return (
    <Alert color="red" variant="light" title={error instanceof Error ? error.message : String(error)} role="alert">
      {errorId && (
        <div>
          Error ID: <Code>{errorId}</Code> <CopyButton value={errorId} label="Copy the error ID" />
        </div>
      )}
      {onRetry && (
        <Button size="xs" variant="default" mt="xs" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Alert>
  );
}
