import { findComponentType } from '@workflow/components/descriptors';
import type { ChildValues } from '@workflow/component-kit';
import { runInSlices } from '@workflow/sandbox/slices';
import { printableKey } from '@workflow/placeholder-values';
import {
  disablingBodies,
  pointerToken,
  wrong,
  type Definition,
  type DefinitionProblem,
  type Json,
  type JsonObject,
} from '@workflow/workflow-model';
import { compileGivenValuesCheck } from '../placeholders/check-given-values.ts';
import type { PlaceholderCheck } from '../placeholders/check-placeholders.ts';

/** A workflow with the definition that its sessions run: the published one, or the draft if there is none. */
interface ChildWorkflow {
  name: string;
  definition: Definition;
}

/** Finds workflows by their ids, which are in lower case. */
export type FindChildren = (ids: string[]) => Promise<ReadonlyMap<string, ChildWorkflow>>;

interface Use extends ChildValues {
  /** The component that passes the values. */
  parentId: string;
}

/**
 * Returns the problems of values that components pass to other workflows: unknown placeholders, and values whose type
 * is always wrong. Missing workflows and components are reported elsewhere.
 */
export async function checkChildren(definition: Definition, findChildren: FindChildren): Promise<DefinitionProblem[]> {
  const uses = disablingBodies(definition).components.flatMap((component): Use[] => {
    const found = component.disabled === true ? null : findComponentType(component)?.childValues(component.config);
    return found === null || found === undefined ? [] : [{ ...found, parentId: component.id }];
  });
  if (uses.length === 0) return [];
  const children = await findChildren([...new Set(uses.map(({ workflowId }) => workflowId.toLowerCase()))]);
  return runInSlices(checkAll(uses, children));
}

function* checkAll(
  uses: readonly Use[],
  children: ReadonlyMap<string, ChildWorkflow>,
): Generator<void, DefinitionProblem[]> {
  const checks = new Map<string, PlaceholderCheck>();
  const problems: DefinitionProblem[] = [];
  for (const use of uses) {
    const child = children.get(use.workflowId.toLowerCase());
    const start = child?.definition.components.find(({ id }) => id.toLowerCase() === use.componentId.toLowerCase());
    if (child === undefined || start === undefined || start.within !== undefined) continue;
    const key = `${use.workflowId} ${start.id}`;
    const check = checks.get(key) ?? compileGivenValuesCheck(child.definition, start.id);
    checks.set(key, check);
    problems.push(...problemsOf(use, child.name, check));
    yield;
  }
  return problems;
}

/**
 * Returns true if the workflow has the placeholder. The checked value matches no type, because only the problem of an
 * unknown name matters here.
 */
function takes(check: PlaceholderCheck, key: string): boolean {
  const outcome = check({ [key]: undefined as never });
  return outcome.ok || !outcome.problems.some((problem) => UNKNOWN.test(problem));
}
const UNKNOWN = / is not (?:a placeholder available to the component$|available: )/;

function problemsOf(use: Use, workflow: string, check: PlaceholderCheck): DefinitionProblem[] {
  const { parentId, values, item } = use;
  const at = (pointer: string): Pick<DefinitionProblem, 'componentId' | 'path'> => ({
    componentId: parentId,
    path: `/config${pointer}`,
  });
  const unknown = (key: string) => wrong('CHILD_PLACEHOLDER_UNKNOWN', { workflow, placeholder: printableKey(key) });
  const problems: DefinitionProblem[] = [];
  if (item !== null && !takes(check, item.key)) problems.push({ ...at(item.pointer), ...unknown(item.key) });
  for (const [key, value] of Object.entries(values?.given ?? {})) {
    const place = at(`${values?.pointer ?? ''}/${pointerToken(key)}`);
    if (!takes(check, key)) problems.push({ ...place, ...unknown(key) });
    else if (key === item?.key)
      problems.push({ ...place, ...wrong('CHILD_PLACEHOLDER_TWICE', { placeholder: printableKey(key) }) });
    else if (!hasTemplate(value))
      problems.push(...wrongValue(check, key, value).map((rule) => ({ ...place, ...rule })));
  }
  return problems;

  function wrongValue(given: PlaceholderCheck, key: string, value: Json) {
    const outcome = given({ [key]: value } as JsonObject);
    if (outcome.ok) return [];
    const rule = outcome.problems.map((problem) => problem.replace(/^placeholderValues\./, '')).join('; ');
    return [wrong('CHILD_VALUE_WRONG', { workflow, rule })];
  }
}

function hasTemplate(value: Json): boolean {
  if (typeof value === 'string') return value.includes('{{');
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => hasTemplate(one as Json));
}
