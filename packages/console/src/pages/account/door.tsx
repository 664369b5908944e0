import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { BrandMark } from '../../ui/brand-mark.tsx';
import classes from './door.module.css';

interface DoorProps {
  title: string;
  text?: ReactNode;
  children?: ReactNode;
}

/** The frame of the pages before signing in. */
export function Door({ title, text, children }: DoorProps) {
  useDocumentTitle(`${title} · Workflows`);
  return (
    <main className={classes.root}>
      <div className={classes.card}>
        <BrandMark />
        <h1 className={classes.title}>{title}</h1>
        {text && <p className={classes.text}>{text}</p>}
        <div className={classes.content}>{children}</div>
      </div>
    </main>
  );
}
