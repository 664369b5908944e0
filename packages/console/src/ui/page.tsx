import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PageProps {
  title: string;
  /** Above the title: the way back. */
  above?: ReactNode;
  /** Next to the title: a status, a count. */
  aside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page's frame: title, actions, content. */
export function Page({ title, above, aside, actions, children }: PageProps) {
  useDocumentTitle(`${title} · Workflows`);
  return (
    <div className={classes.page}>
      {above}
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
