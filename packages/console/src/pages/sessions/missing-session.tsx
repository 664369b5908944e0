import { Link } from 'react-router';
import { EmptyState } from '../../ui/empty-state.tsx';

/** In place of a session that does not exist. */
export function MissingSession() {
  return (
    <EmptyState isPage title="Session not found" text="Check the ID. The session may belong to another organization.">
      <Link to="/sessions">Go to sessions</Link>
    </EmptyState>
  );
}
