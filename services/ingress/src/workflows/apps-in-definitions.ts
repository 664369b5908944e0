import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UsedOperation } from '@workflow/component-kit';
import { findComponentType } from '@workflow/components/descriptors';
import type { Apps } from '@workflow/session-store';
import { operationsIn, type FindOperationOf } from '@workflow/validation';
import type { Definition } from '@workflow/workflow-model';

type AppsOfOrganization = ReturnType<Apps['organization']>;

/**
 * Returns the function with which publishing finds the operations of a definition. It stores the last one, because
 * uses of the same operation follow each other, and an operation has up to half a megabyte.
 */
export function operationFinder(apps: AppsOfOrganization): FindOperationOf {
  let last: { name: string; found: ReturnType<FindOperationOf> } | null = null;
  const find: FindOperationOf = async ({ appId, version, key }) => {
    const operation = UUID.test(appId) ? await apps.findOperation(appId, version, key) : null;
    if (operation !== null) return { kind: 'found', input: operation.content.input, schemas: operation.schemas };
    const app = UUID.test(appId) ? await apps.findVersion(appId, version) : null;
    if (app === null) return { kind: 'no-app' };
    return { kind: app.hasVersion ? 'no-action' : 'no-version', app: app.name };
  };
  return async (used) => {
    // The check of the operation before took a turn of the event loop.
    await nextTurn();
    const name = nameOf(used);
    if (last?.name !== name) last = { name, found: find(used) };
    return last.found;
  };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns a definition whose components name the types of the outputs of their operations, so that all other code knows
 * them without the app. Beyond `MAX_RETURNS_BYTES` in all, the output of an operation has the type JSON.
 */
export async function withOperationTypes<Content extends Definition>(
  apps: AppsOfOrganization,
  definition: Content,
): Promise<Content> {
  const places = operationsIn(definition).map(({ used }) => used);
  const readable = places.filter(({ appId, version }) => UUID.test(appId) && version <= MAX_VERSION);
  if (readable.length === 0) return definition;
  const distinct = [...new Map(readable.map((place) => [nameOf(place), place])).values()];
  const found = await apps.readReturns(distinct);
  const returnsOf = new Map(distinct.map((place, index) => [nameOf(place), found[index] ?? null]));
  let bytesLeft = MAX_RETURNS_BYTES;
  const components = definition.components.map((component) => {
    const operation = findComponentType(component)?.operation(component.config) ?? null;
    const returns = operation === null ? null : (returnsOf.get(nameOf(operation)) ?? null);
    if (operation === null || returns === null) return component;
    const { [operation.returns]: _before, ...config } = component.config;
    bytesLeft -= JSON.stringify(returns).length;
    return { ...component, config: bytesLeft < 0 ? config : { ...config, [operation.returns]: returns as never } };
  });
  return { ...definition, components };
}

/** The bytes of all types of outputs that are stored with one definition. */
const MAX_RETURNS_BYTES = 1024 * 1024;

function nameOf({ appId, version, key }: Pick<UsedOperation, 'appId' | 'version' | 'key'>): string {
  return `${appId} ${version} ${key}`;
}

const MAX_VERSION = 2_147_483_647;
