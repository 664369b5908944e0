import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { hasStatus } from '../api/api-error.ts';
import { ACCOUNT_KEY } from '../api/queries/account.ts';
import { showError } from '../ui/show-error.ts';

/** The sign-in was ended elsewhere: reading the account again leads to the sign-in page. */
function onError(error: unknown): void {
  if (hasStatus(error, 401)) void queryClient.invalidateQueries({ queryKey: ACCOUNT_KEY });
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({
    onError(error, _variables, _result, mutation) {
      onError(error);
      // A form that shows its own errors declares that; all other errors become a notification.
      if (mutation.meta?.['ownErrors'] !== true) showError(error);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      retry: (failures, error) =>
        failures < 2 && !(error instanceof Error && 'status' in error && Number(error.status) < 500),
    },
  },
});
