import { useDraft } from '../editor-context.ts';
import classes from './empty-canvas-hint.module.css';

export function EmptyCanvasHint() {
  const empty = useDraft((state) => state.draft.components.length === 0);
  if (!empty) return null;
  return (
    <div className={classes.hint}>
      <h2>Begin with a trigger</h2>
      <p>Add an Input or a Webhook from the list on the left, then what should follow. A new component is connected to the selected one.</p>
    </div>
  );
}
