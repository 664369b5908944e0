import { useIsAdmin } from '../../api/queries/account.ts';
import { type App, useChangeApp } from '../../api/queries/apps.ts';
import { CredentialField } from '../../editor/fields/credential-field.tsx';
import { APP_KIND_NAMES, CREDENTIAL_TYPES_OF } from '../../features/apps/app-names.ts';
import { Panel } from '../../ui/panel.tsx';
import { Ago } from '../../ui/time.tsx';
import { UsedBy } from '../../ui/used-by.tsx';
import { AppAddress } from './app-address.tsx';
import classes from './app.module.css';

/** The source of an app, its credential, and the workflows that use it. */
export function AppSource({ app }: { app: App }) {
  const isAdmin = useIsAdmin();
  const change = useChangeApp(app.id);
  return (
    <Panel title={app.title || app.name}>
      <dl className={classes.facts}>
        <dt>Kind</dt>
        <dd>{APP_KIND_NAMES[app.kind]}</dd>
        <dt>Source</dt>
        <dd>{app.url ?? 'An uploaded document'}</dd>
        {app.baseUrl !== null && (
          <>
            <dt>Requests go to</dt>
            <dd>{app.baseUrl}</dd>
          </>
        )}
        <dt>Version</dt>
        <dd>
          {app.version ?? 'None yet'}
          {app.refreshedAt !== null && (
            <>
              {', read '}
              <Ago time={app.refreshedAt} />
            </>
          )}
        </dd>
      </dl>
      {isAdmin && app.status === 'failed' && app.url !== null && <AppAddress key={app.url} id={app.id} url={app.url} />}
      {isAdmin && (
        <div className={classes.credential}>
          <CredentialField
            label="Credential"
            required={false}
            value={app.credential ?? ''}
            within=""
            types={CREDENTIAL_TYPES_OF[app.kind]}
            start={{ type: CREDENTIAL_TYPES_OF[app.kind][0] ?? '', name: app.name, fields: fieldsOf(app) }}
            onChange={(credential) => change.mutate({ credential: credential === '' ? null : credential })}
          />
        </div>
      )}
      <UsedBy uses={app.usedBy} />
    </Panel>
  );
}

function fieldsOf({ kind, url }: App): Record<string, unknown> {
  return kind === 'mcp' && url !== null ? { url } : {};
}
