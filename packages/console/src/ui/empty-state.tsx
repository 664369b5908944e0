import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  title: string;
  text?: string;
  children?: ReactNode;
}

/** Explains why nothing is shown, and what to do next. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className={classes.root}>
      <h2 className={classes.title}>{title}</h2>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
