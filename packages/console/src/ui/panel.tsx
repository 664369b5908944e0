import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  title?: string;
  description?: string;
  actions?: ReactNode;
  /** Content reaches the panel's edges, for tables. */
  flush?: boolean;
  children: ReactNode;
}

export function Panel({ title, description, actions, flush = false, children }: PanelProps) {
  return (
    <section className={classes.panel}>
      {(title !== undefined || actions) && (
        <header className={classes.header}>
          <div className={classes.heading}>
            {title && <h2 className={classes.title}>{title}</h2>}
            {description && <p className={classes.description}>{description}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={flush ? classes.flush : classes.body}>{children}</div>
    </section>
  );
}
