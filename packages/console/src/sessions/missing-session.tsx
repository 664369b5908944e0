import { Link } from 'react-router';
import { texts } from '../texts/sessions.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** In place of a session that does not exist. */
export function MissingSession() {
  return (
    <EmptyState isPage title={texts.sessionNotFound} text={texts.checkTheIdTheSession}>
      <Link to="/sessions">{texts.goToSessions}</Link>
    </EmptyState>
  );
}
