import { useDraft, useEditor } from '../../../editor/editor-context.ts';
import type { SaveStatus } from '../../../editor/draft/save-status.ts';
import { usePicked } from '../../../ui/value-store.ts';
import classes from './save-status.module.css';

const STATUS_NAMES: Record<SaveStatus['kind'], string> = {
  saved: 'Saved',
  unsaved: 'Saving…',
  saving: 'Saving…',
  conflict: 'Not saved',
  failed: 'Not saved',
  unreadable: 'Not saved',
  discarded: 'Not saved',
};

/** Shows whether the server has the draft as it is seen here. A notice below the toolbar explains what to do if not. */
export function SaveStatusText() {
  const { autosave } = useEditor();
  const status = usePicked(autosave.status, (value) => value);
  const [unreadable] = useDraft((state) => state.unsavedTexts);
  const isOutdated = status.kind === 'conflict' && !status.hasChanges;
  return (
    <span
      className={classes.status}
      role="status"
      data-kind={status.kind}
      title={status.kind === 'saved' ? 'All changes are saved.' : unreadable?.reason}
    >
      {isOutdated ? 'Outdated' : STATUS_NAMES[status.kind]}
      {status.kind === 'unreadable' && `: ${unreadable?.label} is not valid JSON`}
    </span>
  );
}
