import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import classes from './way-back.module.css';

/** The state of a link to a session, so that its page can link back to the page before. */
export interface LinkOrigin {
  from: string;
  /** The state of that page itself: a session links back to another session, and that one to its list. */
  before: LinkOrigin | null;
}

/** The state for links to a session. */
export function useLinkOrigin(): LinkOrigin {
  const { pathname, search, state } = useLocation() as { pathname: string; search: string; state: LinkOrigin | null };
  return { from: pathname + search, before: state };
}

/** Leads back to the page that linked here, with its filter; to the list of sessions when none did. */
export function WayBack() {
  const { state } = useLocation() as { state: LinkOrigin | null };
  const to = state?.from ?? '/sessions';
  return (
    <Link to={to} state={state?.before ?? null} className={classes.back}>
      <IconArrowLeft size={15} aria-hidden /> {nameOfPage(to)}
    </Link>
  );
}

function nameOfPage(path: string): string {
  if (path === '/workflows' || path.startsWith('/workflows?')) return 'Workflows';
  if (path.startsWith('/settings/')) return 'Settings';
  if (/^\/workflows\/[^/]+\/activity/.test(path)) return 'Activity';
  if (path.startsWith('/workflows/')) return 'Editor';
  if (path.startsWith('/sessions/')) return 'Previous session';
  return path.startsWith('/sessions') ? 'Sessions' : 'Overview';
}
