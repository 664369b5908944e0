import type { QueryClient } from '@tanstack/react-query';
import type { JsonObject } from '@workflow/workflow-model';
import { type App, operationQuery } from '../../api/queries/apps.ts';
import type { GivenContent } from '../draft/new-component.ts';
import { firstArguments } from './argument-schema.ts';

/** Returns the name and config of a new component that calls an operation of the newest version of an app. */
export async function readAction(
  client: QueryClient,
  { id, version }: Pick<App, 'id' | 'version'>,
  { key }: { key: string },
): Promise<GivenContent> {
  const operation = await client.query(operationQuery(id, version ?? 1, key));
  return {
    name: operation.title || key,
    config: {
      app: id,
      version: operation.version,
      action: key,
      arguments: firstArguments(operation.inputSchema),
      returns: operation.returns as JsonObject,
    },
  };
}
