import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useRun } from '../api/queries/sessions.ts';
import type { Session } from '../api/types.ts';
import { texts } from '../texts/sessions.tsx';
import { showError } from '../ui/show-error.ts';
import classes from './step-timeline.module.css';
import { useCameFrom } from './way-back.tsx';

/** Runs the draft in TEST from a component, with what the session gave to it, and opens the new session. */
export function RunFromHere({ session, componentId }: { session: Session; componentId: string }) {
  const run = useRun();
  const navigate = useNavigate();
  const cameFrom = useCameFrom();
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
              onSuccess: ({ sessionId }) => void navigate(`/sessions/${sessionId}`, { state: cameFrom }),
              onError: showError,
            },
          )
        }
      >
        {texts.runFromHere}
      </Button>
      <span className={classes.remark}>{texts.testsTheDraftWithThe}</span>
    </div>
  );
}
