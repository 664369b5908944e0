import { Alert, Anchor, Code } from '@mantine/core';
import type { SessionFailure } from '../../api/types.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { failureNames } from '../../names/failure-names.ts';
import { nameOf } from '../../names/name-of.ts';

interface FailureNoticeProps {
  error: SessionFailure;
  /** The component whose step failed, and what shows that step. */
  step?: { name: string; onShow: () => void };
}

/** Why a step or session failed, and at which step, with the errorId to quote to support (spec §2.4). */
export function FailureNotice({ error, step }: FailureNoticeProps) {
  return (
    <Alert
      color="red"
      variant="light"
      title={
        <>
          {nameOf(failureNames, error.code)} <Code>{error.code}</Code>
        </>
      }
      p="sm"
    >
      {step && (
        <div>
          Failed at{' '}
          <Anchor component="button" type="button" size="sm" fw={600} onClick={step.onShow}>
            {step.name}
          </Anchor>
        </div>
      )}
      {error.message}
      {error.errorId && (
        <div>
          Error ID: <Code>{error.errorId}</Code> <CopyButton value={error.errorId} label="Copy the error ID" />
        </div>
      )}
    </Alert>
  );
}
