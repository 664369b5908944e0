import { EmptyState } from '../ui/empty-state.tsx';
import { texts } from '../texts/settings.tsx';

/** Shown in place of settings that members may not see. */
export function ForAdmins({ what }: { what: string }) {
  return <EmptyState title={texts.adminsOnly} text={texts.onlyAdminsOfTheOrganization(what)} />;
}
