import { texts } from '../../texts/canvas.ts';
import classes from './empty-canvas-hint.module.css';

export function EmptyCanvasHint() {
  return (
    <div className={classes.hint}>
      <h2>{texts.startWithATrigger}</h2>
      <p>{texts.addAnInputOrA}</p>
    </div>
  );
}
