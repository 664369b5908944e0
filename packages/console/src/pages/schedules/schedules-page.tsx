import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { schedulesQuery } from '../../api/queries/schedules.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import tableClasses from '../../ui/table.module.css';
import { ScheduleRow } from './schedule-row.tsx';
import { ActionsHeader } from '../../ui/actions-header.tsx';

/** All schedules of published workflows: when they ran, and when they are due next. */
export function SchedulesPage() {
  const list = useInfiniteQuery(schedulesQuery);
  const schedules = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page title="Schedules">
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <PageLoader />}
      {list.isSuccess && schedules.length === 0 && (
        <EmptyState title="No schedules yet" text="Add a Schedule trigger to a workflow and publish it.">
          <Button component={Link} to="/workflows">
            Open workflows
          </Button>
        </EmptyState>
      )}
      {schedules.length > 0 && (
        <div className={tableClasses.frame}>
          <table className={tableClasses.table}>
            <thead>
              <tr>
                <th scope="col">Schedule</th>
                <th scope="col" className={tableClasses.wide}>
                  Next run
                </th>
                <th scope="col" className={tableClasses.wide}>
                  Last due time
                </th>
                <ActionsHeader />
              </tr>
            </thead>
            <tbody>
              {schedules.map((schedule) => (
                <ScheduleRow key={schedule.componentId} schedule={schedule} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <MoreButton list={list} />
    </Page>
  );
}
