import type { QueryClient } from '@tanstack/react-query';
import { appsQuery, operationsQuery } from '../../api/queries/apps.ts';
import { APP_ACTION } from '../../editor/apps/app-action-type.ts';
import { readAction } from '../../editor/apps/read-action.ts';
import { ComponentIcon } from '../../editor/canvas/component-icon.tsx';
import { focusNewCard } from '../../editor/canvas/focus-canvas.ts';
import type { useAddComponent } from '../../editor/canvas/use-add-component.ts';
import type { Command } from '../../features/commands/command-store.ts';

const FOUND = 5;
const FRESH_MS = 30_000;

/** Returns commands that add the actions of apps in which all words occur. */
export async function findAppCommands(
  client: QueryClient,
  words: string,
  addComponent: ReturnType<typeof useAddComponent>,
): Promise<Command[]> {
  const apps = await client.query({ ...appsQuery, staleTime: FRESH_MS });
  const found = apps.items
    .filter(({ version }) => version !== null)
    .map(async (app): Promise<Command[]> => {
      const { items } = await client.query({ ...operationsQuery(app.id, words, FOUND), staleTime: FRESH_MS });
      return items.map((operation) => ({
        id: `add-${app.id}-${operation.key}`,
        label: `Add ${operation.title || operation.key}`,
        keywords: `${operation.key} ${operation.description}`,
        group: app.name,
        icon: <ComponentIcon type={APP_ACTION} />,
        run: () => void add(app, operation),
      }));
    });
  return (await Promise.all(found)).flat();

  async function add(app: Parameters<typeof readAction>[1], operation: { key: string }) {
    focusNewCard(addComponent(APP_ACTION, undefined, await readAction(client, app, operation)));
  }
}
