import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callerQuery } from '../../api/queries/account.ts';

const REFRESH_MS = 15_000;

/** Shows on every page that no session starts while an operator has paused the organization. */
export function PausedNotice() {
  const { data: caller } = useQuery({ ...callerQuery, refetchInterval: REFRESH_MS });
  if (caller?.organizationPaused !== true) return null;
  return (
    <Alert color="yellow" variant="light" title="This organization is paused" role="status" m="md">
      Only the operator of this service can resume it. Until then, runs and deliveries are accepted and wait.
    </Alert>
  );
}
