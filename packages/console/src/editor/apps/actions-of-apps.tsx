import { useState } from 'react';
import classes from '../canvas/palette.module.css';
import type { AppActionsProps } from './app-action-type.ts';
import { loadInPlace } from '../../ui/load-in-place.tsx';

const AppActions = loadInPlace(async () => (await import('./app-actions.tsx')).AppActions);

/** The operations of apps, below the component types. They are loaded when somebody opens them or searches. */
export function ActionsOfApps(props: AppActionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isSearched = props.search.trim() !== '';
  return (
    <>
      {!isSearched && (
        <h2 className={classes.category}>
          <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            Apps
          </button>
        </h2>
      )}
      {(isOpen || isSearched) && <AppActions {...props} />}
    </>
  );
}
