import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { retrySession, useSessionAction, type Retry } from '../../api/queries/sessions.ts';
import type { Session } from '../../api/types.ts';

interface RunAgainFromTurnProps {
  session: Session;
  componentId: string;
  turn: number;
}

/** Continues a session that failed or was cancelled with a turn of its agent. Earlier turns and calls count. */
export function RunAgainFromTurn({ session, componentId, turn }: RunAgainFromTurnProps) {
  const retry = useSessionAction(session.id, (how: Retry) => retrySession(session.id, how));
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<IconRefresh size={13} />}
      loading={retry.isPending}
      aria-label={`Run again from turn ${turn}`}
      onClick={() => retry.mutate({ from: 'failed-step', componentId, turn })}
    >
      Run again from this turn
    </Button>
  );
}
