import { useEditor } from '../../../editor/editor-context.ts';
import { usePicked } from '../../../ui/value-store.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { NotSavedNotice } from './not-saved-notice.tsx';
import { useSaveFailure } from './use-save-failure.ts';

/**
 * Shows why changes are not saved, and asks before the page is left.
 * @param stay stays on the page; null while nobody leaves it
 */
export function SaveNotices({ stay }: { stay: (() => void) | null }) {
  const { autosave } = useEditor();
  const isInConflict = usePicked(autosave.status, ({ kind }) => kind === 'conflict');
  const failure = useSaveFailure();
  return (
    <>
      {isInConflict && <ConflictNotice />}
      {failure && <NotSavedNotice failure={failure} />}
      {stay && <LeaveDialog onStay={stay} />}
    </>
  );
}
