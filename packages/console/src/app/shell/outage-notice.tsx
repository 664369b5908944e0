import { Alert, Button } from '@mantine/core';
import { type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { isOutage, reasonOfOutage } from '../../api/outage.ts';

/** Shows on every page that what it shows could not be read again, why, and a button to try again. */
export function OutageNotice() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const error = useSyncExternalStore(subscribe, () => outageOf(cache));
  const reason = reasonOfOutage(error);
  if (reason === null) return null;
  return (
    <Alert color="red" variant="light" title="Cannot read from the server" role="alert" m="md">
      {reason} This page may not be up to date. The page tries again automatically.{' '}
      <Button
        size="compact-sm"
        variant="default"
        onClick={() =>
          void client.refetchQueries({ type: 'active', predicate: ({ state }) => failureOf(state) !== null })
        }
      >
        Try again now
      </Button>
    </Alert>
  );
}

/** The outage that a query of the open page meets; null if there is none. */
function outageOf(cache: QueryCache): unknown {
  const failed = cache.findAll({ type: 'active' }).find(({ state }) => isOutage(failureOf(state)));
  return failed === undefined ? null : failureOf(failed.state);
}

/** Why the last try failed, also while it is repeated. */
function failureOf({ fetchFailureReason, error }: { fetchFailureReason: unknown; error: unknown }): unknown {
  return fetchFailureReason ?? error;
}
