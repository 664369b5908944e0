import { useDraft } from '../editor-context.ts';
import { texts } from '../../texts/canvas.ts';
import classes from './empty-canvas-hint.module.css';

export function EmptyCanvasHint() {
  const empty = useDraft((state) => state.draft.components.length === 0);
  if (!empty) return null;
  return (
    <div className={classes.hint}>
      <h2>{texts.startWithATrigger}</h2>
      <p>{texts.addAnInputOrA}</p>
    </div>
  );
}
