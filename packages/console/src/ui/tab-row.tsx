import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import classes from './tab-row.module.css';

interface TabRowProps {
  tabs: readonly { value: string; label: string }[];
  /** The open one. */
  value: string;
}

/** The tabs of a page in one row, which scrolls on phones to the open one. */
export function TabRow({ tabs, value }: TabRowProps) {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const open = row.current?.querySelector<HTMLElement>(`[data-tab="${value}"]`);
    if (row.current && open)
      row.current.scrollLeft = open.offsetLeft - (row.current.clientWidth - open.offsetWidth) / 2;
  }, [value]);
  return (
    <Tabs.List ref={row} mb="md" className={classes.row ?? ''}>
      {tabs.map((tab) => (
        <Tabs.Tab key={tab.value} value={tab.value} data-tab={tab.value}>
          {tab.label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}
