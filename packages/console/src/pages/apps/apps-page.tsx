import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useIsAdmin } from '../../api/queries/account.ts';
import { type App, appsQuery } from '../../api/queries/apps.ts';
import { ADD } from '../../features/apps/add-from-directory-href.ts';
import { type DirectoryEntry, directoryQuery } from '../../features/apps/directory.ts';
import { AddButton } from '../../ui/add-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { AddAppDialog } from './add-app-dialog.tsx';
import { AddFromDirectoryDialog } from './add-from-directory-dialog.tsx';
import { AppsTable } from './apps-table.tsx';
import { Directory } from './directory.tsx';
import { LoadState } from '../../ui/load-state.tsx';

const CHOOSE = 'Choose one below, or add your own.';

/** The apps of the organization, and a directory of well-known ones. */
export function AppsPage() {
  const list = useQuery(appsQuery);
  const isAdmin = useIsAdmin();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<DirectoryEntry | 'own' | null>(null);
  const apps = list.data?.items ?? [];
  const [params, setParams] = useSearchParams();
  const wanted = params.get(ADD);
  const directory = useQuery({ ...directoryQuery, enabled: wanted !== null });
  const fromAddress = isAdmin ? (directory.data?.find(({ name }) => name === wanted) ?? null) : null;
  const adding = chosen ?? (list.isSuccess ? fromAddress : null);
  const close = () => {
    setChosen(null);
    if (wanted !== null) setParams({}, { replace: true });
  };
  const shown = { apps, onClose: close, onAdded: ({ id }: App) => void navigate(`/apps/${id}`) };
  return (
    <Page title="Apps" actions={isAdmin && <AddButton label="Add app" onClick={() => setChosen('own')} />}>
      <LoadState query={list} />
      {list.isSuccess && apps.length === 0 && (
        <EmptyState
          title="No apps yet"
          text={
            'An app is the tools of an MCP server, or the operations of an OpenAPI document. Each becomes an action ' +
            `of workflows with a form and a typed output. ${isAdmin ? CHOOSE : 'Admins add apps.'}`
          }
        />
      )}
      {apps.length > 0 && <AppsTable apps={apps} />}
      {isAdmin && list.isSuccess && <Directory apps={apps} onAdd={setChosen} />}
      {adding === 'own' && <AddAppDialog {...shown} />}
      {adding !== null && adding !== 'own' && <AddFromDirectoryDialog entry={adding} {...shown} />}
    </Page>
  );
}
