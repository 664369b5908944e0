import { EmptyState } from '../../ui/empty-state.tsx';

/** Shown in place of settings that members may not see. */
export function ForAdmins({ what }: { what: string }) {
  return (
    <EmptyState
      title="Admins only"
      text={`Only admins of the organization can see and change ${what}. See the Members tab for the list of admins.`}
    />
  );
}
