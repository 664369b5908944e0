import classes from './empty-canvas-hint.module.css';

export function EmptyCanvasHint() {
  return (
    <div className={classes.hint}>
      <h2>Start with a trigger</h2>
      <p>
        Add what begins the workflow from the list of components: an Input, a Webhook, a Schedule, a Form or another
        one. Then add the next ones: a new component is connected to the selected one.
      </p>
    </div>
  );
}
