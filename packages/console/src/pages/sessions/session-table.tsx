import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { Session } from '../../api/types.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { SessionRow } from './session-row.tsx';
import classes from './session-table.module.css';
import { useFurtherPages } from './use-further-pages.ts';
import { useWorkflowNames } from '../../features/sessions/use-workflow-names.ts';

const ROW_HEIGHT = 49;

interface SessionTableProps {
  sessions: Session[];
  list: Parameters<typeof useFurtherPages>[0];
}

/** Renders only the visible rows, and loads the next page before its rows become visible. */
export function SessionTable({ sessions, list }: SessionTableProps) {
  const body = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useEffect(() => setTop(body.current?.offsetTop ?? 0), []);
  const rows = useWindowVirtualizer({
    count: sessions.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => sessions[index]?.id ?? index,
  });
  const items = rows.getVirtualItems();
  const nameOf = useWorkflowNames(items.map((item) => sessions[item.index]?.workflowId ?? ''));
  const lastSeen = items.at(-1)?.index ?? 0;
  const { hasNextPage } = list;
  useFurtherPages(list, lastSeen > sessions.length - 30);

  return (
    <>
      <div
        className={classes.table}
        role="table"
        aria-label="Sessions"
        aria-rowcount={hasNextPage ? -1 : sessions.length + 1}
      >
        <div className={classes.head} role="row" aria-rowindex={1}>
          <span role="columnheader">Status</span>
          <span role="columnheader">Workflow</span>
          <span role="columnheader" className={classes.wide}>
            Mode
          </span>
          <span role="columnheader" className={classes.wide}>
            Trigger
          </span>
          <span role="columnheader" className={classes.wide}>
            Took
          </span>
          <span role="columnheader">Started</span>
        </div>
        <div ref={body} className={classes.body} role="rowgroup" style={{ height: rows.getTotalSize() }}>
          {items.map((item) => {
            const session = sessions[item.index];
            return (
              session && (
                <SessionRow
                  key={item.key}
                  session={session}
                  name={nameOf(session.workflowId)}
                  index={item.index}
                  offset={item.start - top}
                />
              )
            );
          })}
        </div>
      </div>
      <MoreButton list={list} />
    </>
  );
}
