import { checkArguments, MAX_CALLER_SCHEMA_BYTES, schemaForCaller, type AppSchema } from '@workflow/apps';
import { findComponentType } from '@workflow/components/descriptors';
import type { UsedOperation } from '@workflow/component-kit';
import { wrong, type Definition, type DefinitionProblem } from '@workflow/workflow-model';
import { nameOf } from '../schemas/describe-schema-errors.ts';
import { UUID_PATTERN } from '../uuid.ts';

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
    const used = component.disabled === true ? [] : (findComponentType(component)?.operations(component.config) ?? []);
    return used.map((one) => ({ componentId: component.id, used: one }));
  });
}

const MAX_VERSION = 2_147_483_647;

/** Returns true if the store can look up the app and its version. A draft may contain any text and any number. */
export function canBeFound({ appId, version }: Pick<UsedOperation, 'appId' | 'version'>): boolean {
  return UUID_PATTERN.test(appId) && Number.isInteger(version) && version >= 1 && version <= MAX_VERSION;
}

/** The parts of schemas that are read for one definition. Arguments beyond it are checked when they are sent. */
const MAX_WORK = 400_000;
/** The rule for the operations whose schemas a model gets with each request. */
const MAX_KIB = MAX_CALLER_SCHEMA_BYTES / 1024;
const TOO_MUCH = `makes the schemas of all operations of the component larger than ${MAX_KIB} KiB`;
/** The problems of one definition that are reported. */
const MAX_PROBLEMS = 200;

/** Returns the problems of operations of apps: missing ones, and constant arguments that do not match their schema. */
export async function checkOperations(definition: Definition, find: FindOperationOf): Promise<DefinitionProblem[]> {
  const problems: DefinitionProblem[] = [];
  const budget = { left: MAX_WORK };
  const bytesOf = new Map<string, number>();
  for (const { componentId, used } of byOperation(operationsIn(definition))) {
    if (problems.length >= MAX_PROBLEMS) break;
    const found = await find(used);
    const at = (path: string) => ({ componentId, path: `/config${path}` });
    const field = (path: string, rule: string) => ({
      ...at(path),
      ...wrong('FIELD_RULE', { field: `config.${nameOf(path)}`, rule }),
    });
    const { pointers } = used;
    // A list of operations names its app once.
    const once = (problem: DefinitionProblem) => {
      const { path } = problem;
      if (!problems.some((one) => one.componentId === componentId && one.path === path)) problems.push(problem);
    };
    if (found.kind === 'no-app') once({ ...at(pointers.app), ...wrong('APP_UNKNOWN', { id: used.appId }) });
    else if (found.kind === 'no-version')
      once({ ...at(pointers.version), ...wrong('APP_VERSION_UNKNOWN', { app: found.app, version: used.version }) });
    else if (found.kind === 'no-action')
      problems.push({
        ...at(pointers.action),
        ...wrong('APP_ACTION_UNKNOWN', { app: found.app, version: used.version, action: used.key }),
      });
    else if (used.arguments === null) {
      const before = bytesOf.get(componentId) ?? 0;
      const bytes = before + JSON.stringify(schemaForCaller(found.input, (name) => found.schemas[name])).length;
      bytesOf.set(componentId, bytes);
      if (bytes > MAX_CALLER_SCHEMA_BYTES && before <= MAX_CALLER_SCHEMA_BYTES)
        problems.push(field(pointers.action, TOO_MUCH));
    } else {
      const { pointer, given } = used.arguments;
      const options = { find: (name: string) => found.schemas[name], budget, hasTemplates: true };
      for (const wrongly of checkArguments(found.input, given, options))
        problems.push(field(`${pointer}${wrongly.pointer}`, wrongly.rule));
    }
  }
  return problems;
}

/** Returns uses of the same operation one after the other, so that one operation at a time is in memory. */
function byOperation<Use extends { used: UsedOperation }>(uses: readonly Use[]): Use[] {
  const groups = Map.groupBy(uses, ({ used: { appId, version, key } }) => JSON.stringify([appId, version, key]));
  return [...groups.values()].flat();
}
