import { findComponentType } from '@workflow/components/descriptors';
import type { ChildValues } from '@workflow/component-kit';
import { runInTurns } from '@workflow/sandbox/turns';
import { printableKey } from '@workflow/values';
import {
  pointerToken,
  wrong,
  type Definition,
  type DefinitionProblem,
  type Json,
  type JsonObject,
} from '@workflow/workflow-model';
import { compileGivenValuesCheck } from '../placeholders/check-given-values.ts';
import type { PlaceholderCheck } from '../placeholders/check-placeholders.ts';

/** A workflow with the definition that its sessions run: the published one, or the draft while there is none. */
interface ChildWorkflow {
  name: string;
  definition: Definition;
}

/** By id in lower case. */
export type FindChildren = (ids: string[]) => Promise<ReadonlyMap<string, ChildWorkflow>>;

interface Use extends ChildValues {
  /** The component that gives the values. */
  parentId: string;
}

/**
 * Problems of the values that components give to other workflows: placeholders that those do not take, and values whose
 * type is wrong whatever a session has. Workflows and components that are missing are reported elsewhere.
 */
export async function checkChildren(definition: Definition, findChildren: FindChildren): Promise<DefinitionProblem[]> {
  const uses = definition.components.flatMap((component): Use[] => {
    const found = component.disabled === true ? null : findComponentType(component)?.childValues(component.config);
    return found === null || found === undefined ? [] : [{ ...found, parentId: component.id }];
  });
  if (uses.length === 0) return [];
  const children = await findChildren([...new Set(uses.map(({ workflowId }) => workflowId.toLowerCase()))]);
  return runInTurns(checkAll(uses, children));
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
    if (child === undefined || start === undefined) continue;
    const key = `${use.workflowId} ${start.id}`;
    const check = checks.get(key) ?? compileGivenValuesCheck(child.definition, start.id);
    checks.set(key, check);
    problems.push(...problemsOf(use, child.name, check));
    yield;
  }
  return problems;
}

/** Whether the workflow takes a placeholder is asked with a value that fits no type: only the name's answer counts. */
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
