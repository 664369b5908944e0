import { findComponentType } from '@workflow/components/descriptors';
import type { Apps } from '@workflow/session-store';
import { operationsIn, type FindOperationOf } from '@workflow/validation';
import type { Definition, JsonObject } from '@workflow/workflow-model';

type AppsOfOrganization = ReturnType<Apps['organization']>;

/** Returns the function with which publishing finds the operations of a definition, each once. */
export function operationFinder(apps: AppsOfOrganization): FindOperationOf {
  const known = new Map<string, ReturnType<FindOperationOf>>();
  const find: FindOperationOf = async ({ appId, version, key }) => {
    const operation = UUID.test(appId) ? await apps.findOperation(appId, version, key) : null;
    if (operation !== null) return { kind: 'found', input: operation.content.input, schemas: operation.schemas };
    const app = UUID.test(appId) ? await apps.findVersion(appId, version) : null;
    if (app === null) return { kind: 'no-app' };
    return { kind: app.hasVersion ? 'no-action' : 'no-version', app: app.name };
  };
  return (used) => {
    const name = `${used.appId} ${used.version} ${used.key}`;
    const found = known.get(name) ?? find(used);
    known.set(name, found);
    return found;
  };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns a definition whose components name the types of the outputs of their operations, so that all other code knows
 * them without the app.
 */
export async function withOperationTypes<Content extends Definition>(
  apps: AppsOfOrganization,
  definition: Content,
): Promise<Content> {
  const used = new Map(operationsIn(definition).map((one) => [one.componentId, one.used]));
  if (used.size === 0) return definition;
  const components = [];
  for (const component of definition.components) {
    const operation = findComponentType(component)?.operation(component.config) ?? null;
    const isValid = operation !== null && UUID.test(operation.appId) && operation.version <= MAX_VERSION;
    const found = isValid ? await apps.findOperation(operation.appId, operation.version, operation.key) : null;
    if (operation === null || found === null) components.push(component);
    else {
      const config: JsonObject = { ...component.config, [operation.returns]: found.content.returns as never };
      components.push({ ...component, config });
    }
  }
  return { ...definition, components };
}

const MAX_VERSION = 2_147_483_647;
