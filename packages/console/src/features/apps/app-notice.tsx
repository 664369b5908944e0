import { Alert, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { JsonObject } from '@workflow/workflow-model';
import { Link } from 'react-router';
import { useIsAdmin } from '../../api/queries/account.ts';
import { type App, appsQuery, operationQuery } from '../../api/queries/apps.ts';
import { directoryQuery } from './directory.ts';
import { addFromDirectoryHref } from './add-from-directory-href.ts';
import type { ComponentPartProps } from '../../editor/fields/field-props.ts';

interface AppNoticeProps extends ComponentPartProps {
  /** The name of the app in the directory. */
  directory: string;
}

/** Leads to the app that a component of a template needs: it is added from the directory, and then used. */
export function AppNotice({ component, directory, onChange }: AppNoticeProps) {
  const { action } = component.config;
  const isAdmin = useIsAdmin();
  const client = useQueryClient();
  const { data: apps } = useQuery(appsQuery);
  const entries = useQuery(directoryQuery);
  const use = useMutation({
    mutationFn: async ({ id, version }: App) => {
      const { returns } = await client.query(operationQuery(id, version ?? 1, String(action)));
      const chosen = { app: id, version: version ?? 1, returns: returns as JsonObject };
      onChange((one) => ({ ...one, config: { ...one.config, ...chosen } }), 'config/app');
    },
  });
  if (apps === undefined) return null;
  const title = entries.data?.find(({ name }) => name === directory)?.title ?? directory;
  const app = apps.items.find(({ name, version }) => version !== null && isNamed(name, directory));

  return (
    <Alert color="blue" variant="light" role="status" title={`This action needs the app ${title}`}>
      <p>Until an app is selected, test runs use sample output.</p>
      {app !== undefined && (
        <Button size="compact-sm" loading={use.isPending} onClick={() => use.mutate(app)}>
          Use {app.name}
        </Button>
      )}
      {app === undefined && isAdmin && (
        <Button component={Link} to={addFromDirectoryHref(directory)} size="compact-sm">
          Add {title}
        </Button>
      )}
      {app === undefined && !isAdmin && <p>Ask an admin to add it on the page Apps.</p>}
    </Alert>
  );
}

/** The console adds an app of the directory under its name there, with a number if that is taken. */
function isNamed(name: string, directory: string): boolean {
  return name === directory || (name.startsWith(`${directory}-`) && /^\d+$/.test(name.slice(directory.length + 1)));
}
