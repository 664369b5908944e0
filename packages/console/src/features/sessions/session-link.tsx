import { Link, type LinkProps, useNavigate } from 'react-router';
import { useLinkOrigin } from './way-back.tsx';

/** A link to a session, whose page links back to this one. */
export function SessionLink({ id, ...props }: Omit<LinkProps, 'to' | 'state'> & { id: string }) {
  return <Link to={`/sessions/${id}`} state={useLinkOrigin()} {...props} />;
}

/** Returns the function that opens a session, whose page links back to this one. */
export function useOpenSession(): (sessionId: string) => void {
  const navigate = useNavigate();
  const state = useLinkOrigin();
  return (sessionId) => void navigate(`/sessions/${sessionId}`, { state });
}
