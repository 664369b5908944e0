import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { ComponentList, findTypes, moveInList } from './component-list.tsx';
import { LeftOutPackages } from './left-out-packages.tsx';
import classes from './palette.module.css';
import { useAddComponent } from './use-add-component.ts';

/** Component types to add: by click or Enter next to the selected component, or by dragging onto the canvas. */
export function Palette({ onAdded }: { onAdded: () => void }) {
  const addComponent = useAddComponent();
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const { found, best } = findTypes(search);

  function add(type: string) {
    addComponent(type);
    onAdded();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (moveInList(list.current, event.key)) event.preventDefault();
  }

  return (
    <section className={classes.palette} aria-label="Components to add" onKeyDown={onKeyDown}>
      <TextInput
        size="xs"
        placeholder="Search components"
        aria-label="Search components"
        leftSection={<IconSearch size={14} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && best) add(best.type);
        }}
        data-autofocus
      />
      <div ref={list} className={classes.list}>
        <ComponentList found={found} draggable onChoose={add} />
      </div>
      <LeftOutPackages />
    </section>
  );
}
