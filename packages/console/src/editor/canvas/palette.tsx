import { TextInput } from '@mantine/core';
import { COMPONENT_TYPES, type ComponentCategory } from '@workflow/component-catalog';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { ComponentIcon } from './component-icon.tsx';
import classes from './palette.module.css';
import { useAddComponent } from './use-add-component.ts';

const CATEGORIES: { category: ComponentCategory; title: string }[] = [
  { category: 'trigger', title: 'Triggers' },
  { category: 'data', title: 'Data' },
  { category: 'flow', title: 'Flow' },
  { category: 'action', title: 'Actions' },
];

/** Component types to add: by click or Enter beside the selected component, or by dragging onto the canvas. */
export function Palette({ onAdded }: { onAdded: () => void }) {
  const addComponent = useAddComponent();
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = COMPONENT_TYPES.filter(({ type, title, description }) => words.every((word) => `${type} ${title} ${description}`.toLowerCase().includes(word)));
  // What is called so goes before what merely mentions it.
  const best = found.find(({ title }) => title.toLowerCase().startsWith(words[0] ?? '')) ?? found[0];

  function add(type: string) {
    addComponent(type);
    onAdded();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && best) add(best.type);
    if (event.key === 'ArrowDown') list.current?.querySelector('button')?.focus();
  }

  return (
    <section className={classes.palette} aria-label="Components to add">
      <TextInput
        size="xs"
        placeholder="Search components"
        aria-label="Search components"
        leftSection={<IconSearch size={14} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <div ref={list} className={classes.list}>
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
                  draggable
                  onDragStart={(event) => event.dataTransfer.setData('application/x-component-type', descriptor.type)}
                  onClick={() => add(descriptor.type)}
                >
                  <ComponentIcon type={descriptor.type} />
                  {descriptor.title}
                </button>
              ))}
            </div>
          );
        })}
        {found.length === 0 && <p className={classes.none}>No component is called so.</p>}
      </div>
    </section>
  );
}
