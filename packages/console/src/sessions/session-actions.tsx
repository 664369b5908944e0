import { Button, Menu } from '@mantine/core';
import type { Definition } from '@workflow/workflow-model';
import { IconChevronDown, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { cancelSession, type RetryFrom, retrySession, useSessionAction } from '../api/queries/sessions.ts';
import type { Session } from '../api/types.ts';
import { isTerminal } from './use-live-session.ts';

const RunAgainDialog = lazy(async () => ({ default: (await import('./run-again-dialog.tsx')).RunAgainDialog }));

interface SessionActionsProps {
  session: Session;
  definition: Definition | null;
}

/** Cancel while it runs; retry when it failed or was cancelled; run again at any time. */
export function SessionActions({ session, definition }: SessionActionsProps) {
  const cancel = useSessionAction(session.id, () => cancelSession(session.id));
  const retry = useSessionAction(session.id, (from: RetryFrom) => retrySession(session.id, from));
  const [runningAgain, setRunningAgain] = useState(false);
  return (
    <>
      {!isTerminal(session) && (
        <Button variant="default" leftSection={<IconPlayerStop size={16} />} loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          Cancel session
        </Button>
      )}
      {(session.status === 'FAILED' || session.status === 'CANCELLED') && (
        <Button.Group>
          <Button leftSection={<IconRefresh size={16} />} loading={retry.isPending} onClick={() => retry.mutate('failed-step')}>
            {session.status === 'FAILED' ? 'Retry from failed step' : 'Go on'}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button px={8} aria-label="Other ways to retry">
                <IconChevronDown size={15} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => retry.mutate('start')}>Retry from the start</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Button.Group>
      )}
      <Button variant="default" disabled={definition === null} onClick={() => setRunningAgain(true)}>
        Run again…
      </Button>
      <Suspense>{runningAgain && definition && <RunAgainDialog session={session} definition={definition} onClose={() => setRunningAgain(false)} />}</Suspense>
    </>
  );
}
