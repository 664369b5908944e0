import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { CommandKey } from '../commands/command-key.tsx';
import { NotFoundPage } from '../not-found-page.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { returnFocusFromPopups } from '../../ui/return-focus.ts';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';
import { OrganizationSwitcher } from './organization-switcher.tsx';
import { OutageNotice } from './outage-notice.tsx';
import { PausedNotice } from './paused-notice.tsx';
import classes from './shell.module.css';

/** Navigation next to the page; on narrow screens a bar above and one below it. */
export function Shell() {
  const { pathname } = useLocation();
  useEffect(returnFocusFromPopups, []);
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <aside className={classes.side} aria-label="Organization and account">
        <OrganizationSwitcher />
        <Navigation />
        <AccountMenu />
      </aside>
      <main id="content" className={classes.main} tabIndex={-1}>
        <OutageNotice />
        <PausedNotice />
        <ErrorBoundary place={pathname} missing={<NotFoundPage />}>
          <Suspense key={pathname.split('/')[1]} fallback={<PageLoader />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <CommandKey />
    </div>
  );
}
