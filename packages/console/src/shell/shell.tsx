import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { PageLoader } from '../ui/page-loader.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';
import { OrganizationSwitcher } from './organization-switcher.tsx';
import classes from './shell.module.css';

/** Navigation beside the page; on narrow screens a bar above and one below it. */
export function Shell() {
  const { pathname } = useLocation();
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        Skip to the content
      </a>
      <aside className={classes.side} aria-label="Organization and account">
        <OrganizationSwitcher />
        <Navigation />
        <AccountMenu />
      </aside>
      <main id="content" className={classes.main} tabIndex={-1}>
        <Suspense key={pathname.split('/')[1]} fallback={<PageLoader />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}
