import classes from './empty-canvas-hint.module.css';

export function EmptyCanvasHint() {
  return (
    <div className={classes.hint}>
      <h2>Start with a trigger</h2>
      <p>Pick a trigger on the left to start. Each new component is connected to the selected one.</p>
    </div>
  );
}
