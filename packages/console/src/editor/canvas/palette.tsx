import { getHotkeyHandler } from '@mantine/hooks';
import { type KeyboardEvent, useRef, useState } from 'react';
import { ComponentList, moveInList } from './component-list.tsx';
import { ComponentSearch } from './component-search.tsx';
import { focusNewCard } from './focus-canvas.ts';
import { findTypes } from './find-types.ts';
import type { GivenContent } from '../draft/new-component.ts';
import { ActionsOfApps } from '../apps/actions-of-apps.tsx';
import { APP_ACTION } from '../apps/app-action-type.ts';
import { LeftOutPackages } from './left-out-packages.tsx';
import classes from './palette.module.css';
import { useEditor } from '../editor-context.ts';
import { useAddComponent } from './use-add-component.ts';

/** Component types to add: by click or Enter next to the selected component, or by dragging onto the canvas. */
export function Palette({ onAdded }: { onAdded: () => void }) {
  const addComponent = useAddComponent();
  const { store } = useEditor();
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const found = findTypes(search);

  function add(type: string, isByKeyboard: boolean, given?: GivenContent) {
    const added = addComponent(type, undefined, given);
    if (isByKeyboard) focusNewCard(added);
    setSearch('');
    onAdded();
  }

  const undoKeys = getHotkeyHandler([
    ['mod+Z', () => store.undo()],
    ['mod+shift+Z', () => store.redo()],
    ['mod+Y', () => store.redo()],
  ]);
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // Where nothing is typed, a step back is one of the draft.
    if (search === '') undoKeys(event);
    if (moveInList(list.current, event.key)) event.preventDefault();
  }

  return (
    <section className={classes.palette} aria-label="Components to add" onKeyDown={onKeyDown}>
      <ComponentSearch
        aria-label="Search components"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          if (found[0]) add(found[0].type, true);
          else list.current?.querySelector('button')?.click();
        }}
      />
      <div ref={list} className={classes.list}>
        <ComponentList found={found} isRanked={search.trim() !== ''} draggable onChoose={add} />
        <ActionsOfApps search={search} onChoose={(given, isByKeyboard) => add(APP_ACTION, isByKeyboard, given)} />
      </div>
      <LeftOutPackages />
    </section>
  );
}
