import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useRun } from '../../api/queries/sessions.ts';
import type { Session } from '../../api/types.ts';
import { showError } from '../../ui/show-error.ts';
import classes from './step-timeline.module.css';
import { useOpenSession } from '../../features/sessions/session-link.tsx';

/** Runs the draft in TEST from a component, with what the session gave to it, and opens the new session. */
export function RunFromHere({ session, componentId }: { session: Session; componentId: string }) {
  const run = useRun();
  const openSession = useOpenSession();
  return (
    <div className={classes.actions}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlayerPlay size={14} />}
        loading={run.isPending}
        onClick={() =>
          run.mutate(
            {
              workflowId: session.workflowId,
              componentId,
              mode: 'TEST',
              placeholderValues: {},
              pinsFromSession: session.id,
            },
            {
              onSuccess: ({ sessionId }) => openSession(sessionId),
              onError: showError,
            },
          )
        }
      >
        Test from here
      </Button>
      <span className={classes.remark}>Tests the draft with the data of this session.</span>
    </div>
  );
}
