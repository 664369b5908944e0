import { checkArguments, type AppSchema } from '@workflow/apps';
import { findComponentType } from '@workflow/components/descriptors';
import type { UsedOperation } from '@workflow/component-kit';
import { wrong, type Definition, type DefinitionProblem } from '@workflow/workflow-model';
import { nameOf } from '../schemas/describe-schema-errors.ts';

/** An operation that a definition names, or the part of it that is missing. */
type FoundOperationOf =
  | { kind: 'no-app' }
  | { kind: 'no-version'; app: string }
  | { kind: 'no-action'; app: string }
  | { kind: 'found'; input: AppSchema; schemas: Readonly<Record<string, AppSchema>> };

export type FindOperationOf = (used: UsedOperation) => Promise<FoundOperationOf>;

/** Returns the operations that a definition uses, with the ids of their enabled components. */
export function operationsIn({ components }: Definition): { componentId: string; used: UsedOperation }[] {
  return components.flatMap((component) => {
    const used = component.disabled === true ? null : findComponentType(component)?.operation(component.config);
    return used === null || used === undefined ? [] : [{ componentId: component.id, used }];
  });
}

/** The parts of schemas that are read for one definition. Arguments beyond it are checked when they are sent. */
const MAX_WORK = 400_000;
/** The problems of one definition that are reported. */
const MAX_PROBLEMS = 200;

/** Returns the problems of operations of apps: missing ones, and constant arguments that do not match their schema. */
export async function checkOperations(definition: Definition, find: FindOperationOf): Promise<DefinitionProblem[]> {
  const problems: DefinitionProblem[] = [];
  const budget = { left: MAX_WORK };
  for (const { componentId, used } of byOperation(operationsIn(definition))) {
    if (problems.length >= MAX_PROBLEMS) break;
    const found = await find(used);
    const at = (path: string) => ({ componentId, path: `/config${path}` });
    if (found.kind === 'no-app') problems.push({ ...at('/app'), ...wrong('APP_UNKNOWN', { id: used.appId }) });
    else if (found.kind === 'no-version')
      problems.push({ ...at('/version'), ...wrong('APP_VERSION_UNKNOWN', { app: found.app, version: used.version }) });
    else if (found.kind === 'no-action')
      problems.push({
        ...at('/action'),
        ...wrong('APP_ACTION_UNKNOWN', { app: found.app, version: used.version, action: used.key }),
      });
    else {
      const { pointer, given } = used.arguments;
      for (const wrongly of checkArguments(found.input, given, { find: (name) => found.schemas[name], budget })) {
        const path = `${pointer}${wrongly.pointer}`;
        problems.push({ ...at(path), ...wrong('FIELD_RULE', { field: `config.${nameOf(path)}`, rule: wrongly.rule }) });
      }
    }
  }
  return problems;
}

/** Returns uses of the same operation one after the other, so that one operation at a time is in memory. */
function byOperation<Use extends { used: UsedOperation }>(uses: readonly Use[]): Use[] {
  const groups = Map.groupBy(uses, ({ used: { appId, version, key } }) => JSON.stringify([appId, version, key]));
  return [...groups.values()].flat();
}
