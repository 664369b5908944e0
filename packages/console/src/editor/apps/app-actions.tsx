import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import {
  type App,
  type AppOperation,
  appsQuery,
  operationSearchQuery,
  operationsQuery,
} from '../../api/queries/apps.ts';
import { ComponentIcon } from '../canvas/component-icon.tsx';
import classes from '../canvas/palette.module.css';
import { APP_ACTION, type AppActionsProps } from './app-action-type.ts';
import { readAction } from './read-action.ts';

const TYPED_MS = 200;
/** As many as one page of an app has. A search finds the others. */
const SHOWN = 200;

/** The operations of each app, which a search finds by words of their title, key and description. */
export function AppActions({ search, onChoose }: AppActionsProps) {
  const { data } = useQuery(appsQuery);
  const [asked] = useDebouncedValue(search.trim(), TYPED_MS);
  const apps = (data?.items ?? []).filter(({ version }) => version !== null);
  if (data !== undefined && apps.length === 0 && search === '')
    return <p className={classes.none}>No apps yet. Admins add them on the page Apps.</p>;
  if (asked !== '') return <FoundActions apps={apps} search={asked} onChoose={onChoose} />;
  return apps.map((app) => <ActionsOfApp key={app.id} app={app} onChoose={onChoose} />);
}

function FoundActions({ apps, search, onChoose }: AppActionsProps & { apps: readonly App[] }) {
  const { data } = useQuery(operationSearchQuery(search));
  const found = Map.groupBy(data?.items ?? [], ({ appId }) => appId);
  return (
    <>
      {apps.map((app) => {
        const operations = found.get(app.id) ?? [];
        return (
          operations.length > 0 && (
            <div key={app.id} role="group" aria-label={`Actions of ${app.name}`}>
              <h3 className={classes.category}>{app.name}</h3>
              <Operations app={app} operations={operations} onChoose={onChoose} />
            </div>
          )
        );
      })}
      {(data?.notSearched ?? 0) > 0 && (
        <p className={classes.none}>The largest apps were not searched. Clear the search to open one.</p>
      )}
    </>
  );
}

type ActionsOfAppProps = Pick<AppActionsProps, 'onChoose'> & { app: App };

function ActionsOfApp({ app, onChoose }: ActionsOfAppProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery({ ...operationsQuery(app.id, '', SHOWN), enabled: isOpen });
  return (
    <div role="group" aria-label={`Actions of ${app.name}`}>
      <h3 className={classes.category}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          onClick={() => setIsOpen((was) => !was)}
        >
          {app.name} ({app.operationCount})
        </button>
      </h3>
      {isOpen && <Operations app={app} operations={data?.items ?? []} onChoose={onChoose} />}
      {isOpen && typeof data?.nextCursor === 'string' && <p className={classes.none}>Search for more actions.</p>}
    </div>
  );
}

function Operations({ app, operations, onChoose }: ActionsOfAppProps & { operations: readonly AppOperation[] }) {
  const client = useQueryClient();

  async function choose(event: MouseEvent, operation: AppOperation) {
    // Browsers count no clicks for Enter and the space bar.
    const isByKeyboard = event.detail === 0;
    onChoose(await readAction(client, app, operation), isByKeyboard);
  }
  return operations.map((operation) => (
    <button
      key={operation.key}
      type="button"
      className={classes.entry}
      title={operation.description || operation.key}
      onClick={(event) => void choose(event, operation)}
    >
      <ComponentIcon type={APP_ACTION} />
      <span className={classes.wrapped}>{operation.title || operation.key}</span>
    </button>
  ));
}
