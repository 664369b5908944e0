import { useEditor } from '../../../editor/editor-context.ts';
import { usePicked } from '../../../ui/value-store.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { NotSavedNotice } from './not-saved-notice.tsx';
import { useLeaving } from './use-leaving.ts';
import { useSaveFailure } from './use-save-failure.ts';

/** Guards changes that are not saved: shows why they are not, and asks before the page is left. */
export function SaveGuard() {
  const { autosave } = useEditor();
  const isInConflict = usePicked(autosave.status, ({ kind }) => kind === 'conflict');
  const failure = useSaveFailure();
  const stay = useLeaving();
  return (
    <>
      {isInConflict && <ConflictNotice />}
      {failure && <NotSavedNotice failure={failure} />}
      {stay && <LeaveDialog onStay={stay} />}
    </>
  );
}
