import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { schedulesQuery } from '../../api/queries/schedules.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Page } from '../../ui/page.tsx';
import { ScheduleRow } from './schedule-row.tsx';
import { ListedTable } from '../../ui/listed-table.tsx';

/** All schedules of published workflows: when they ran, and when they are due next. */
export function SchedulesPage() {
  const list = useInfiniteQuery(schedulesQuery);
  const schedules = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page title="Schedules">
      <ListedTable
        list={list}
        empty={
          <EmptyState title="No schedules yet" text="Add a Schedule trigger to a workflow and publish it.">
            <Button component={Link} to="/workflows">
              Open workflows
            </Button>
          </EmptyState>
        }
        columns={['Schedule', { wide: 'Next run' }, { wide: 'Last due time' }]}
        isFramed
        rows={schedules.map((schedule) => (
          <ScheduleRow key={schedule.componentId} schedule={schedule} />
        ))}
      />
      <MoreButton list={list} />
    </Page>
  );
}
