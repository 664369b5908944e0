import { ActionIcon, Button } from '@mantine/core';
import type { Definition } from '@workflow/workflow-model';
import { IconDots, IconPlayerStop } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { isTerminal } from '@workflow/workflow-model';
import { cancelSession, useSessionAction } from '../../api/queries/sessions.ts';
import type { Session, Step } from '../../api/types.ts';
import { RetryButtons } from './retry-buttons.tsx';
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
      {(session.status === 'FAILED' || session.status === 'CANCELLED') && <RetryButtons session={session} />}
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
