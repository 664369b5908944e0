import { focusFirstCard, focusPanel } from '../../editor/canvas/focus-canvas.ts';
import classes from './skip-links.module.css';

/** Links that move the keyboard focus past the toolbar and the list of components. Visible while focused. */
export function SkipLinks({ hasPanel }: { hasPanel: boolean }) {
  return (
    <div className={classes.root}>
      <button type="button" className={classes.skip} onClick={focusFirstCard}>
        Skip to canvas
      </button>
      {hasPanel && (
        <button type="button" className={classes.skip} onClick={focusPanel}>
          Skip to component panel
        </button>
      )}
    </div>
  );
}
