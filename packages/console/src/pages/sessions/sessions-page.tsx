import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Page } from '../../ui/page.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { BulkDialog, type BulkAction } from './bulk-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useSessionFilters } from './session-filters.ts';
import { SessionTable } from './session-table.tsx';
import { useFurtherPages } from './use-further-pages.ts';
import { useSessionList } from './use-session-list.ts';
import { LoadState } from '../../ui/load-state.tsx';

export function SessionsPage() {
  const { shown, set, isFiltered } = useSessionFilters();
  const { list, sessions } = useSessionList(shown);
  const [bulk, setBulk] = useState<BulkAction | null>(null);

  const actions = (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} />} disabled={sessions.length === 0}>
          Bulk actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => setBulk('cancel')}>Cancel running sessions…</Menu.Item>
        <Menu.Item onClick={() => setBulk('retry-failed-step')}>Retry failed sessions from the failed step…</Menu.Item>
        <Menu.Item onClick={() => setBulk('retry-latest')}>Retry failed sessions with the latest version…</Menu.Item>
        <Menu.Item onClick={() => setBulk('retry-start')}>Retry failed sessions from the start…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
  return (
    <Page title="Sessions" actions={actions}>
      <FilterBar shown={shown} onChange={set} />
      <LoadState query={list} />
      {list.isSuccess && sessions.length === 0 && isFiltered && <NoSession list={list} />}
      {list.isSuccess && sessions.length === 0 && !isFiltered && (
        <EmptyState
          title="No sessions yet"
          text="Each run of a workflow is a session. Start one in the editor, with the API or with a webhook."
        />
      )}
      {sessions.length > 0 && <SessionTable sessions={sessions} list={list} />}
      {bulk && <BulkDialog action={bulk} shown={shown} onClose={() => setBulk(null)} />}
    </Page>
  );
}

/** Nothing found yet: searches older sessions, and after a while asks whether to continue. */
function NoSession({ list }: { list: ReturnType<typeof useSessionList>['list'] }) {
  const { isPaused } = useFurtherPages(list, true);
  if (!list.hasNextPage)
    return <EmptyState title="No sessions match" text="Remove a filter or widen the time range." />;
  if (!isPaused) return <PageLoader />;
  return (
    <EmptyState
      title="No matches among the newest sessions"
      text="Older sessions have not been searched yet. Filter by workflow, status or mode to speed up the search."
    >
      <MoreButton list={list} label="Search older sessions" />
    </EmptyState>
  );
}
