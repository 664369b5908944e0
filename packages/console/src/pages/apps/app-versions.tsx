import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { type App, type AppVersion, appVersionsQuery } from '../../api/queries/apps.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Ago } from '../../ui/time.tsx';
import classes from './app.module.css';

const FIRST_VERSIONS = 5;
const SHOWN_KEYS = 20;

/** The changes of each version of an app, and the workflows that use a changed or removed operation. */
export function AppVersions({ app }: { app: App }) {
  const versions = useQuery(appVersionsQuery(app.id, app.version));
  const [isWhole, setIsWhole] = useState(false);
  if (app.version === null) return null;
  const items = versions.data?.items ?? [];
  const shown = isWhole ? items : items.slice(0, FIRST_VERSIONS);
  return (
    <div className={classes.gap}>
      <Panel title="Versions" description="A workflow stays at its version until you choose a newer one in its editor.">
        {versions.isError && <ErrorNotice error={versions.error} onRetry={() => void versions.refetch()} />}
        <ul className={classes.versions} aria-label="Versions">
          {shown.map((version) => (
            <Version key={version.version} version={version} isFirst={version.version === 1} />
          ))}
        </ul>
        {shown.length < items.length && (
          <Button mt="md" size="compact-sm" variant="default" onClick={() => setIsWhole(true)}>
            Show all {items.length} versions
          </Button>
        )}
      </Panel>
    </div>
  );
}

function Version({ version, isFirst }: { version: AppVersion; isFirst: boolean }) {
  const { added, removed, changed, touches } = version;
  return (
    <li className={classes.version}>
      <div className={classes.versionHead}>
        Version {version.version}, <Ago time={version.createdAt} />
      </div>
      {isFirst && <p className={classes.keys}>The first version.</p>}
      {!isFirst && (
        <>
          <Keys what="Added" keys={added} />
          <Keys what="Removed" keys={removed} />
          <Keys what="Changed" keys={changed} />
        </>
      )}
      {touches.length > 0 && (
        <p className={classes.keys}>
          Workflows that use a changed or removed operation:{' '}
          {touches.map(({ workflowId, name }, index) => (
            <Fragment key={workflowId}>
              {index > 0 && ', '}
              <Anchor component={Link} to={`/workflows/${workflowId}`} size="sm" underline="always">
                {name}
              </Anchor>
            </Fragment>
          ))}
        </p>
      )}
    </li>
  );
}

function Keys({ what, keys }: { what: string; keys: readonly string[] }) {
  if (keys.length === 0) return null;
  const more = keys.length - SHOWN_KEYS;
  return (
    <p className={classes.keys}>
      {what}: {keys.slice(0, SHOWN_KEYS).join(', ')}
      {more > 0 && ` and ${more} more`}
    </p>
  );
}
