import { Anchor, Button, Group } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useIsAdmin } from '../../api/queries/account.ts';
import { hasStatus } from '../../api/api-error.ts';
import { type App, appQuery, useRefreshApp } from '../../api/queries/apps.ts';
import { APP_STATUS_NAMES } from '../../features/apps/app-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { AppNotices } from './app-notices.tsx';
import { AppSource } from './app-source.tsx';
import { AppVersions } from './app-versions.tsx';
import { DeleteAppDialog } from './delete-app-dialog.tsx';
import { Operations } from './operations.tsx';
import { LoadState } from '../../ui/load-state.tsx';

/** An app: its source, its operations and its versions. */
export function AppPage() {
  const { appId = '' } = useParams();
  const app = useQuery(appQuery(appId));
  const above = (
    <Anchor component={Link} to="/apps" size="sm">
      Apps
    </Anchor>
  );
  if (app.data !== undefined) return <Shown app={app.data} above={above} />;
  if (hasStatus(app.error, 404) || hasStatus(app.error, 400))
    return (
      <EmptyState isPage title="App not found" text="Check the URL. The app may have been deleted.">
        <Link to="/apps">Go to apps</Link>
      </EmptyState>
    );
  return (
    <Page title="App" above={above}>
      <LoadState query={app} />
    </Page>
  );
}

function Shown({ app, above }: { app: App; above: React.ReactNode }) {
  const isAdmin = useIsAdmin();
  const refresh = useRefreshApp();
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const isReading = app.status === 'reading';
  return (
    <Page
      title={app.name}
      above={above}
      aside={<span role="status">{APP_STATUS_NAMES[app.status]}</span>}
      actions={
        isAdmin && (
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} />}
              loading={refresh.isPending || isReading}
              onClick={() => refresh.mutate(app.id)}
            >
              Refresh
            </Button>
            <Button variant="default" onClick={() => setIsDeleting(true)}>
              Delete
            </Button>
          </Group>
        )
      }
    >
      <AppNotices app={app} />
      <AppSource app={app} />
      {app.version !== null && <Operations app={app} version={app.version} />}
      <AppVersions app={app} />
      {isDeleting && (
        <DeleteAppDialog app={app} onDeleted={() => void navigate('/apps')} onClose={() => setIsDeleting(false)} />
      )}
    </Page>
  );
}
