import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorNotice } from './error-notice.tsx';
import { PageLoader } from './page-loader.tsx';

export type LoadedQuery = Pick<UseQueryResult, 'isError' | 'error' | 'isPending'> & { refetch: () => unknown };

/** Shows that a query is loaded, or why it failed. Shows nothing when it has data. */
export function LoadState({ query }: { query: LoadedQuery }) {
  return (
    <>
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <PageLoader />}
    </>
  );
}
