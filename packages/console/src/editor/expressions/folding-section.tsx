import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { createValueStore, usePicked } from '../../ui/value-store.ts';
import classes from './placeholder-list.module.css';

/** The titles of the folded sections. They stay folded for the next component. */
const folded = createValueStore<ReadonlySet<string>>(new Set());

/** A section whose title folds it, so that the form next to it has more room. */
export function FoldingSection({ title, children }: { title: string; children: ReactNode }) {
  const isFolded = usePicked(folded, (titles) => titles.has(title));
  const Icon = isFolded ? IconChevronRight : IconChevronDown;
  function toggle(): void {
    const titles = new Set(folded.get());
    if (!titles.delete(title)) titles.add(title);
    folded.set(titles);
  }
  return (
    <section className={classes.root} data-folded={isFolded || undefined} aria-label={title}>
      <h3 className={classes.title}>
        <button type="button" className={classes.fold} aria-expanded={!isFolded} onClick={toggle}>
          {title}
          <Icon size={14} stroke={1.8} aria-hidden />
        </button>
      </h3>
      {!isFolded && children}
    </section>
  );
}
