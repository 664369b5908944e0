import { EmptyState } from '../ui/empty-state.tsx';

/** In place of what members may not see. */
export function ForAdmins({ what }: { what: string }) {
  return <EmptyState title="For admins" text={`Only admins of the organization see and change ${what}. Ask one of them; the members are listed under Members.`} />;
}
