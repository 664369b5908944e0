import { Alert, Button } from '@mantine/core';
import { ApiError } from '../api/api-error.ts';
import { messageOf } from '../api/outage.ts';
import { ErrorId } from './error-id.tsx';

interface ErrorNoticeProps {
  error: unknown;
  onRetry?: () => void;
}

/**
 * Maximum number of problems that are shown together. If there are more, only the first is shown until it is unfolded.
 */
const SHOWN_PROBLEMS = 3;

/** Splits an error into the message to show first and the problems to unfold. */
function partsOf(error: unknown): [message: string, more: string[]] {
  const message = messageOf(error);
  const problems = error instanceof ApiError && error.status === 400 ? message.split('; ') : [];
  return problems.length > SHOWN_PROBLEMS ? [problems[0] as string, problems.slice(1)] : [message, []];
}

/** An error in place of the data. */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
  const errorId = error instanceof ApiError ? error.errorId : null;
  const [message, more] = partsOf(error);
  return (
    <Alert color="red" variant="light" title={message} role="alert">
      {more.length > 0 && (
        <details>
          <summary>{more.length} more problems</summary>
          <ul>
            {more.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </details>
      )}
      {errorId && <ErrorId value={errorId} />}
      {onRetry && (
        <Button size="xs" variant="default" mt="xs" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Alert>
  );
}
