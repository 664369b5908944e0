import { useEditor } from './editor-context.ts';
import { usePicked } from './value-store.ts';
import classes from './save-status.module.css';

const WORDS = { saved: 'Saved', unsaved: 'Saving…', saving: 'Saving…', conflict: 'Not saved', failed: 'Not saved' };

export function SaveStatusText() {
  const { autosave } = useEditor();
  const status = usePicked(autosave.status, (value) => value);
  const why = status.kind === 'failed' && status.error instanceof Error ? status.error.message : undefined;
  return (
    <span className={classes.status} role="status" data-kind={status.kind} title={why}>
      {WORDS[status.kind]}
    </span>
  );
}
