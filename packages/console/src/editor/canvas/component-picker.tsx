import { useClickOutside } from '@mantine/hooks';
import { componentTypes } from '@workflow/components/descriptors';
import { useLayoutEffect, useRef, useState } from 'react';
import { ActionsOfApps } from '../apps/actions-of-apps.tsx';
import { APP_ACTION } from '../apps/app-action-type.ts';
import type { GivenContent } from '../draft/new-component.ts';
import { ComponentList, moveInList } from './component-list.tsx';
import { ComponentSearch } from './component-search.tsx';
import { findTypes } from './find-types.ts';
import classes from './component-picker.module.css';

const WIDTH_PX = 240;
const HEIGHT_PX = 340;
const MARGIN_PX = 8;

interface ComponentPickerProps {
  /** On the screen; the list is moved so that all of it is in view. */
  at: { x: number; y: number };
  /** True if a trigger may be added here: nothing leads to one. */
  withTriggers: boolean;
  onChoose: (type: string, given?: GivenContent) => void;
  onClose: () => void;
}

/** A searchable list of components at a point of the canvas. */
export function ComponentPicker({ at, withTriggers, onChoose, onClose }: ComponentPickerProps) {
  const [search, setSearch] = useState('');
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  useClickOutside(onClose, null, [frame]);
  const list = useRef<HTMLDivElement>(null);
  const found = findTypes(
    search,
    componentTypes().filter(({ isTrigger }) => withTriggers || !isTrigger),
  );
  // Styles are set by script: the content security policy refuses style attributes in HTML only.
  useLayoutEffect(() => {
    if (!frame) return;
    frame.style.setProperty(
      'left',
      `${Math.max(MARGIN_PX, Math.min(at.x, window.innerWidth - WIDTH_PX - MARGIN_PX))}px`,
    );
    frame.style.setProperty(
      'top',
      `${Math.max(MARGIN_PX, Math.min(at.y, window.innerHeight - HEIGHT_PX - MARGIN_PX))}px`,
    );
  }, [frame, at]);
  return (
    <div
      ref={setFrame}
      role="dialog"
      aria-label="Add a component"
      className={classes.picker}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        if (event.key === 'Escape' || moveInList(list.current, event.key)) event.preventDefault();
        event.stopPropagation();
      }}
    >
      <ComponentSearch
        aria-label="Search components to add here"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          if (found[0]) onChoose(found[0].type);
          else list.current?.querySelector('button')?.click();
        }}
        autoFocus
      />
      <div ref={list} className={classes.list}>
        <ComponentList
          found={found}
          isRanked={search.trim() !== ''}
          draggable={false}
          onChoose={(type) => onChoose(type)}
        />
        <ActionsOfApps search={search} onChoose={(given) => onChoose(APP_ACTION, given)} />
      </div>
    </div>
  );
}
