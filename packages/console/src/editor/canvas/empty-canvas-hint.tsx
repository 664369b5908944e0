import classes from './empty-canvas-hint.module.css';

export function EmptyCanvasHint() {
  return (
    <div className={classes.hint}>
      <h2>Start with a trigger</h2>
      <p>
        Add an Input or a Webhook from the list of components, then the next ones. A new component is connected to the
        selected one.
      </p>
    </div>
  );
}
