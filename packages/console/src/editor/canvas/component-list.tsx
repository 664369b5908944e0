import type { ComponentCategory, ComponentDescriptor } from '@workflow/component-kit';
import { ComponentIcon } from './component-icon.tsx';
import classes from './palette.module.css';

const CATEGORIES: { category: ComponentCategory; title: string }[] = [
  { category: 'trigger', title: 'Triggers' },
  { category: 'data', title: 'Data' },
  { category: 'flow', title: 'Flow' },
  { category: 'action', title: 'Actions' },
];

interface ComponentListProps {
  found: readonly ComponentDescriptor[];
  /** They are the answer to a search, the best first; otherwise by category. */
  isRanked: boolean;
  draggable: boolean;
  onChoose: (type: string, isByKeyboard: boolean) => void;
}

/** Component types by category, or ranked. The arrow keys move between them. */
export function ComponentList({ found, isRanked, draggable, onChoose }: ComponentListProps) {
  if (isRanked && found.length > 0) return <Entries types={found} draggable={draggable} onChoose={onChoose} />;
  return (
    <>
      {CATEGORIES.map(({ category, title }) => {
        const types = found.filter((descriptor) => descriptor.category === category);
        if (types.length === 0) return null;
        return (
          <div key={category}>
            <h2 className={classes.category}>{title}</h2>
            <Entries types={types} draggable={draggable} onChoose={onChoose} />
          </div>
        );
      })}
      {found.length === 0 && <p className={`${classes.none} ${classes.unmatched}`}>No components match.</p>}
    </>
  );
}

interface EntriesProps extends Pick<ComponentListProps, 'draggable' | 'onChoose'> {
  types: readonly ComponentDescriptor[];
}

function Entries({ types, draggable, onChoose }: EntriesProps) {
  return types.map((descriptor) => (
    <button
      key={descriptor.type}
      type="button"
      className={classes.entry}
      title={descriptor.description}
      draggable={draggable}
      onDragStart={(event) => event.dataTransfer.setData('application/x-component-type', descriptor.type)}
      // Browsers count no clicks for Enter and the space bar.
      onClick={(event) => onChoose(descriptor.type, event.detail === 0)}
    >
      <ComponentIcon type={descriptor.type} />
      {descriptor.title}
    </button>
  ));
}

/** Moves the focus between the entries of a list, and from its search to the first one. */
export function moveInList(list: HTMLElement | null, key: string): boolean {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
  const entries = [...(list?.querySelectorAll('button') ?? [])];
  const index = entries.indexOf(document.activeElement as HTMLButtonElement);
  entries[key === 'ArrowDown' ? index + 1 : Math.max(0, index - 1)]?.focus();
  return true;
}
