import { ActionIcon, Button, Menu } from '@mantine/core';
import type { Definition } from '@workflow/workflow-model';
import { IconChevronDown, IconDots, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { isTerminal } from '@workflow/workflow-model';
import { cancelSession, type RetryFrom, retrySession, useSessionAction } from '../../api/queries/sessions.ts';
import type { Session, Step } from '../../api/types.ts';
import { SessionMenu } from './session-menu.tsx';
import { loadPart } from '../../ui/load-part.tsx';

const CompareDialog = loadPart(async () => (await import('./compare-dialog.tsx')).CompareDialog);
const RunAgainDialog = loadPart(async () => (await import('./run-again-dialog.tsx')).RunAgainDialog);

interface SessionActionsProps {
  session: Session;
  steps: Step[];
  definition: Definition | null;
  nameOf: (componentId: string) => string;
}

/** Cancel while it runs; retry when it failed or was cancelled; run again at any time. */
export function SessionActions({ session, steps, definition, nameOf }: SessionActionsProps) {
  const cancel = useSessionAction(session.id, () => cancelSession(session.id));
  const retry = useSessionAction(session.id, (from: RetryFrom) => retrySession(session.id, from));
  const [runningAgain, setRunningAgain] = useState(false);
  const [comparing, setComparing] = useState(false);
  return (
    <>
      {!isTerminal(session.status) && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} />}
          loading={cancel.isPending}
          onClick={() => cancel.mutate(undefined)}
        >
          Cancel session
        </Button>
      )}
      {(session.status === 'FAILED' || session.status === 'CANCELLED') && (
        <Button.Group>
          <Button
            leftSection={<IconRefresh size={16} />}
            loading={retry.isPending}
            onClick={() => retry.mutate('failed-step')}
          >
            {session.status === 'FAILED' ? 'Retry from failed step' : 'Resume'}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button px={8} aria-label="More retry options">
                <IconChevronDown size={15} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => retry.mutate('start')}>Retry from start</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Button.Group>
      )}
      <Button variant="default" disabled={definition === null} onClick={() => setRunningAgain(true)}>
        Run again…
      </Button>
      <SessionMenu
        session={session}
        steps={steps}
        onCompare={() => setComparing(true)}
        target={
          <ActionIcon variant="default" size={36} aria-label="More actions" title="More actions">
            <IconDots size={18} />
          </ActionIcon>
        }
      />
      <Suspense>
        {comparing && (
          <CompareDialog session={session} steps={steps} nameOf={nameOf} onClose={() => setComparing(false)} />
        )}
        {runningAgain && definition && (
          <RunAgainDialog session={session} definition={definition} onClose={() => setRunningAgain(false)} />
        )}
      </Suspense>
    </>
  );
}
