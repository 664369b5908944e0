import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PageProps {
  title: string;
  /** Beside the title: a status, a count. */
  aside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page's frame: title, actions, content. */
export function Page({ title, aside, actions, children }: PageProps) {
  useDocumentTitle(`${title} · Workflows`);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1 className={classes.title} title={title}>
          {title}
        </h1>
        {aside}
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
