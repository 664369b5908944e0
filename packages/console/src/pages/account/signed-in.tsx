import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { accountSecurityQuery } from '../../api/queries/account-security.ts';
import { accountQuery } from '../../api/queries/account.ts';
import { setupQuery } from '../../api/queries/setup.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { loadPart } from '../../ui/load-part.tsx';

const SecondFactorFirst = loadPart(async () => (await import('./second-factor-first.tsx')).SecondFactorFirst);

/**
 * Shows the page to signed-in users; others go to the sign-in page, or to the set-up while there is no user. Users
 * who must have a second factor set it up before anything else.
 */
export function SignedIn() {
  const account = useQuery(accountQuery);
  const setup = useQuery({ ...setupQuery, enabled: account.data === null });
  const security = useQuery(accountSecurityQuery);
  const location = useLocation();
  // When it is read again and that fails, what is open stays open.
  if (account.isLoadingError) return <ErrorNotice error={account.error} onRetry={() => void account.refetch()} />;
  if (account.isPending || (account.data === null && setup.isPending)) return <PageLoader />;
  if (account.data === null) {
    if (setup.data?.needed) return <Navigate to="/set-up" replace />;
    return <Navigate to={`/sign-in?then=${encodeURIComponent(location.pathname + location.search)}`} replace />;
  }
  if (security.isPending) return <PageLoader />;
  const isMissing = security.data?.secondFactorRequired === true && !security.data.hasSecondFactor;
  return <Suspense fallback={<PageLoader />}>{isMissing ? <SecondFactorFirst /> : <Outlet />}</Suspense>;
}
