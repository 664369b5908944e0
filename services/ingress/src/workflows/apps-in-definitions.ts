import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UsedOperation } from '@workflow/component-kit';
import { findComponentType } from '@workflow/components/descriptors';
import type { Apps } from '@workflow/session-store';
import { canBeFound, operationsIn, UUID_PATTERN, type FindOperationOf } from '@workflow/validation';
import type { Definition } from '@workflow/workflow-model';

type AppsOfOrganization = ReturnType<Apps['organization']>;

/**
 * Returns the function with which publishing finds the operations of a definition. It caches the last one, because uses
 * of the same operation follow each other, and an operation has up to half a megabyte.
 */
export function operationFinder(apps: AppsOfOrganization): FindOperationOf {
  let last: { name: string; found: ReturnType<FindOperationOf> } | null = null;
  const find: FindOperationOf = async (used) => {
    const { appId, version, key } = used;
    const operation = canBeFound(used) ? await apps.findOperation(appId, version, key) : null;
    if (operation !== null) return { kind: 'found', input: operation.content.input, schemas: operation.schemas };
    const knownVersion = canBeFound(used) ? version : NO_VERSION;
    const app = UUID_PATTERN.test(appId) ? await apps.findVersion(appId, knownVersion) : null;
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

/**
 * Returns a definition whose components contain the output types of their operations, so that other code needs no app.
 * Beyond `MAX_RETURNS_BYTES` in total, the output of an operation has the type JSON.
 */
export async function withOperationTypes<Content extends Definition>(
  apps: AppsOfOrganization,
  definition: Content,
): Promise<Content> {
  const places = operationsIn(definition).flatMap(({ used }) => (used.returns === null ? [] : [used]));
  const summaryOf = await summaries(apps, places);
  if (summaryOf.size === 0) return definition;
  let bytesLeft = MAX_RETURNS_BYTES;
  const components = definition.components.map((component) => {
    const operations = findComponentType(component)?.operations(component.config) ?? [];
    const operation = operations.find((one) => one.returns !== null);
    const property = operation?.returns ?? null;
    const returns = operation === undefined ? null : (summaryOf.get(nameOf(operation))?.returns ?? null);
    if (property === null || returns === null) return component;
    const { [property]: _before, ...config } = component.config;
    // A large type of a thousand components would take the event loop long to measure.
    if (bytesLeft >= 0) bytesLeft -= JSON.stringify(returns).length;
    return { ...component, config: bytesLeft < 0 ? config : { ...config, [property]: returns as never } };
  });
  return { ...definition, components };
}

/** Reads each operation once. */
async function summaries(apps: AppsOfOrganization, places: readonly UsedOperation[]) {
  const readable = places.filter(canBeFound);
  const distinct = [...new Map(readable.map((place) => [nameOf(place), place])).values()];
  const found = distinct.length === 0 ? [] : await apps.readSummaries(distinct);
  return new Map(distinct.map((place, index) => [nameOf(place), found[index] ?? null]));
}

/** Maximum bytes of all output types that are stored with one definition. */
const MAX_RETURNS_BYTES = 1024 * 1024;

function nameOf({ appId, version, key }: Pick<UsedOperation, 'appId' | 'version' | 'key'>): string {
  return `${appId} ${version} ${key}`;
}

/** The versions of an app begin with 1. */
const NO_VERSION = 0;
