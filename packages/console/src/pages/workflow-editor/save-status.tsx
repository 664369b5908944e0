import { useEditor } from '../../editor/editor-context.ts';
import { usePicked } from '../../ui/value-store.ts';
import classes from './save-status.module.css';

const STATUS_NAMES = {
  saved: 'Saved',
  unsaved: 'Saving…',
  saving: 'Saving…',
  conflict: 'Not saved',
  failed: 'Not saved',
};

export function SaveStatusText() {
  const { autosave } = useEditor();
  const status = usePicked(autosave.status, (value) => value);
  const why = status.kind === 'failed' && status.error instanceof Error ? status.error.message : undefined;
  return (
    <span className={classes.status} role="status" data-kind={status.kind} title={why}>
      {STATUS_NAMES[status.kind]}
    </span>
  );
}
