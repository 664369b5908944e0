import type { QueryClient } from '@tanstack/react-query';
import { appsQuery, operationSearchQuery, type FoundOperation } from '../../api/queries/apps.ts';
import { APP_ACTION } from '../../editor/apps/app-action-type.ts';
import { readAction } from '../../editor/apps/read-action.ts';
import { ComponentIcon } from '../../editor/canvas/component-icon.tsx';
import { focusNewCard } from '../../editor/canvas/focus-canvas.ts';
import type { useAddComponent } from '../../editor/canvas/use-add-component.ts';
import type { Command } from '../../features/commands/command-store.ts';

const FRESH_MS = 30_000;

/** Returns commands that add the actions of apps in which all words occur. */
export async function findAppCommands(
  client: QueryClient,
  words: string,
  addComponent: ReturnType<typeof useAddComponent>,
): Promise<Command[]> {
  const [apps, { items }] = await Promise.all([
    client.query({ ...appsQuery, staleTime: FRESH_MS }),
    client.query({ ...operationSearchQuery(words), staleTime: FRESH_MS }),
  ]);
  const names = new Map(apps.items.map(({ id, name }) => [id, name]));
  return items.map((operation) => ({
    id: `add-${operation.appId}-${operation.key}`,
    label: `Add ${operation.title || operation.key}`,
    keywords: `${operation.key} ${operation.description}`,
    group: names.get(operation.appId) ?? 'Apps',
    icon: <ComponentIcon type={APP_ACTION} />,
    run: () => void add(operation),
  }));

  async function add({ appId, version, key }: FoundOperation) {
    focusNewCard(addComponent(APP_ACTION, undefined, await readAction(client, { id: appId, version }, { key })));
  }
}
