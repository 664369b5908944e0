import { componentTypes } from '@workflow/components/descriptors';
import type { ComponentCategory, ComponentDescriptor } from '@workflow/component-kit';
import { ComponentIcon } from './component-icon.tsx';
import classes from './palette.module.css';

const CATEGORIES: { category: ComponentCategory; title: string }[] = [
  { category: 'trigger', title: 'Triggers' },
  { category: 'data', title: 'Data' },
  { category: 'flow', title: 'Flow' },
  { category: 'action', title: 'Actions' },
];

/** The types whose name or description has all words; the one to take at Enter first. */
export function findTypes(
  search: string,
  types: readonly ComponentDescriptor[] = componentTypes(),
): { found: readonly ComponentDescriptor[]; best: ComponentDescriptor | undefined } {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = types.filter(({ type, title, description }) =>
    words.every((word) => `${type} ${title} ${description}`.toLowerCase().includes(word)),
  );
  // Matches in the title come before matches in the description.
  return { found, best: found.find(({ title }) => title.toLowerCase().startsWith(words[0] ?? '')) ?? found[0] };
}

interface ComponentListProps {
  found: readonly ComponentDescriptor[];
  draggable: boolean;
  onChoose: (type: string) => void;
}

/** Component types by category. The arrow keys move between them. */
export function ComponentList({ found, draggable, onChoose }: ComponentListProps) {
  return (
    <>
      {CATEGORIES.map(({ category, title }) => {
        const types = found.filter((descriptor) => descriptor.category === category);
        if (types.length === 0) return null;
        return (
          <div key={category}>
            <h3 className={classes.category}>{title}</h3>
            {types.map((descriptor) => (
              <button
                key={descriptor.type}
                type="button"
                className={classes.entry}
                title={descriptor.description}
                draggable={draggable}
                onDragStart={(event) => event.dataTransfer.setData('application/x-component-type', descriptor.type)}
                onClick={() => onChoose(descriptor.type)}
              >
                <ComponentIcon type={descriptor.type} />
                {descriptor.title}
              </button>
            ))}
          </div>
        );
      })}
      {found.length === 0 && <p className={classes.none}>No components match.</p>}
    </>
  );
}

/** Moves the focus between the entries of a list, and from its search to the first one. */
export function moveInList(list: HTMLElement | null, key: string): boolean {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
  const entries = [...(list?.querySelectorAll('button') ?? [])];
  const index = entries.indexOf(document.activeElement as HTMLButtonElement);
  entries[key === 'ArrowDown' ? index + 1 : Math.max(0, index - 1)]?.focus();
  return true;
}
