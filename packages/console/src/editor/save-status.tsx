import { useEditor } from './editor-context.ts';
import { usePicked } from './value-store.ts';
import classes from './save-status.module.css';
import { texts } from '../texts/editor.ts';

export function SaveStatusText() {
  const { autosave } = useEditor();
  const status = usePicked(autosave.status, (value) => value);
  const why = status.kind === 'failed' && status.error instanceof Error ? status.error.message : undefined;
  return (
    <span className={classes.status} role="status" data-kind={status.kind} title={why}>
      {texts.saveStatus[status.kind]}
    </span>
  );
}
