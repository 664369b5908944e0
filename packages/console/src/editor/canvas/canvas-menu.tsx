import { Menu } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import classes from './canvas-menu.module.css';
import { DANGER_COLOR } from '../../ui/danger-color.ts';

export interface CanvasMenuItem {
  label: string;
  keys?: string;
  danger?: boolean;
  run: () => void;
}

interface CanvasMenuProps {
  /** On the screen. */
  at: { x: number; y: number };
  items: CanvasMenuItem[];
  onClose: () => void;
}

/** The context menu of a card, a connection or the canvas. */
export function CanvasMenu({ at, items, onClose }: CanvasMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!anchor.current) return;
    anchor.current.style.left = `${at.x}px`;
    anchor.current.style.top = `${at.y}px`;
  }, [at]);
  return (
    <Menu opened onChange={(opened) => !opened && onClose()} position="bottom-start" offset={2} width={220}>
      <Menu.Target>
        <span ref={anchor} className={classes.anchor} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, keys, danger, run }) => (
          <Menu.Item
            key={label}
            {...(danger ? { color: DANGER_COLOR } : {})}
            {...(keys ? { rightSection: <kbd className={classes.keys}>{keys}</kbd> } : {})}
            onClick={run}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
