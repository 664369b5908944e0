import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { Page } from '../ui/page.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { texts } from '../texts/sessions.tsx';
import { BulkDialog, type BulkAction } from './bulk-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useSessionFilters } from './session-filters.ts';
import { SessionTable } from './session-table.tsx';
import { useFurtherPages } from './use-further-pages.ts';
import { useSessionList } from './use-session-list.ts';

export function SessionsPage() {
  const { shown, set, isFiltered } = useSessionFilters();
  const { list, sessions } = useSessionList(shown);
  const [bulk, setBulk] = useState<BulkAction | null>(null);

  const actions = (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} />} disabled={sessions.length === 0}>
          {texts.bulkActions}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => setBulk('cancel')}>{texts.cancelRunning}</Menu.Item>
        <Menu.Item onClick={() => setBulk('retry-failed-step')}>{texts.retryFailedFromFailedStep}</Menu.Item>
        <Menu.Item onClick={() => setBulk('retry-start')}>{texts.retryFailedFromStart}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
  return (
    <Page title={texts.sessions} actions={actions}>
      <FilterBar shown={shown} onChange={set} />
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <PageLoader />}
      {list.isSuccess && sessions.length === 0 && isFiltered && <NoSession list={list} />}
      {list.isSuccess && sessions.length === 0 && !isFiltered && (
        <EmptyState title={texts.noSessionsYet} text={texts.everyRunOfAWorkflow} />
      )}
      {sessions.length > 0 && <SessionTable sessions={sessions} list={list} />}
      {bulk && <BulkDialog action={bulk} shown={shown} onClose={() => setBulk(null)} />}
    </Page>
  );
}

/** Nothing found yet: searches older sessions, and after a while asks whether to continue. */
function NoSession({ list }: { list: ReturnType<typeof useSessionList>['list'] }) {
  const { isPaused } = useFurtherPages(list, true);
  if (!list.hasNextPage) return <EmptyState title={texts.noSessionsMatch} text={texts.removeAFilterOrWiden} />;
  if (!isPaused) return <PageLoader />;
  return (
    <EmptyState title={texts.noMatchesAmongTheNewest} text={texts.olderSessionsHaveNotBeen}>
      <MoreButton list={list} label={texts.searchOlderSessions} />
    </EmptyState>
  );
}
