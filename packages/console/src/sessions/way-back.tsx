import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { texts } from '../texts/sessions.tsx';
import classes from './way-back.module.css';

/** The state of a link to a session, so that its page can link back to the page before. */
export interface CameFrom {
  from: string;
  /** The state of that page itself: a session links back to another session, and that one to its list. */
  before: CameFrom | null;
}

/** The state for links to a session. */
export function useCameFrom(): CameFrom {
  const { pathname, search, state } = useLocation() as { pathname: string; search: string; state: CameFrom | null };
  return { from: pathname + search, before: state };
}

/** Leads back to the page that linked here, with its filter; to the list of sessions when none did. */
export function WayBack() {
  const { state } = useLocation() as { state: CameFrom | null };
  const to = state?.from ?? '/sessions';
  return (
    <Link to={to} state={state?.before ?? null} className={classes.back}>
      <IconArrowLeft size={15} aria-hidden /> {nameOfPage(to)}
    </Link>
  );
}

function nameOfPage(path: string): string {
  if (path === '/workflows' || path.startsWith('/workflows?')) return texts.workflows;
  if (path.startsWith('/settings/')) return texts.settings;
  if (/^\/workflows\/[^/]+\/activity/.test(path)) return texts.activity;
  if (path.startsWith('/workflows/')) return texts.editor;
  if (path.startsWith('/sessions/')) return texts.previousSession;
  return path.startsWith('/sessions') ? texts.sessions : texts.overview;
}
