import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { accountQuery } from '../api/queries/account.ts';
import { setupQuery } from '../api/queries/setup.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PageLoader } from '../ui/page-loader.tsx';

/** Lets signed-in people through; others go to the sign-in page, or to the set-up where there is no user yet. */
export function SignedIn() {
  const account = useQuery(accountQuery);
  const setup = useQuery({ ...setupQuery, enabled: account.data === null });
  const location = useLocation();
  if (account.isError) return <ErrorNotice error={account.error} onRetry={() => void account.refetch()} />;
  if (account.isPending || (account.data === null && setup.isPending)) return <PageLoader />;
  if (account.data === null) {
    if (setup.data?.needed) return <Navigate to="/set-up" replace />;
    return <Navigate to={`/sign-in?then=${encodeURIComponent(location.pathname + location.search)}`} replace />;
  }
  return (
    <Suspense fallback={<PageLoader />}>
      <Outlet />
    </Suspense>
  );
}
