import { COMPONENT_TYPES, findComponentType } from '@workflow/components/descriptors';
import type { Component, Definition, DefinitionProblem } from '@workflow/workflow-model';
import { UUID_PATTERN } from '../uuid.ts';

/** A workflow with the workflows that it waits for. */
export interface WaitingWorkflow {
  name: string;
  /** It has `concurrency` or `order`. */
  limited: boolean;
  /** Its enabled components of the types that start sessions. */
  starters: Pick<Component, 'type' | 'config'>[];
}

/** By id in lower case; `types` are those of the components that it gives. */
export type FindWaits = (ids: string[], types: readonly string[]) => Promise<ReadonlyMap<string, WaitingWorkflow>>;

interface KnownWorkflow extends Pick<WaitingWorkflow, 'name' | 'limited'> {
  /** In lower case. */
  waitsFor: string[];
}

const STARTING_TYPES = COMPONENT_TYPES.filter(({ startsSessions }) => startsSessions).map(({ type }) => type);

/** Workflows that are examined; a chain of sessions is at most ten long, so longer circles never close. */
const MAX_WORKFLOWS = 1_000;

/**
 * A session keeps its place while it waits for its child. Where two workflows with `concurrency` or `order` wait for
 * each other, also through others, all places of both can be taken by sessions that wait for a place of the other.
 *
 * @param own the workflow's id, in lower case
 */
export async function checkCircles(
  own: string,
  definition: Definition,
  findWaits: FindWaits,
): Promise<DefinitionProblem[]> {
  const starts = definition.components.flatMap((component) => {
    const target = targetOf(component);
    return target === null || target === own ? [] : [{ component, target }];
  });
  if (starts.length === 0) return [];
  const { concurrency, order } = definition.flow ?? {};
  const known = await readAll(
    starts.map(({ target }) => target),
    own,
    findWaits,
  );
  const limited = concurrency !== undefined || order !== undefined;
  return starts.flatMap(({ component, target }) => {
    const circle = findCircle(target, own, known, limited);
    if (circle === null) return [];
    const message =
      `the workflow ${circle.map((id) => known.get(id)?.name ?? id).join(', which waits for ')}, waits for this one: ` +
      'workflows with flow.concurrency or flow.order must not wait for each other in a circle';
    return [{ componentId: component.id, path: workflowPath(component), message }];
  });
}

/** The workflow that a component starts and waits for, in lower case; null: none. */
function targetOf({ type, config }: Pick<Component, 'type' | 'config'>): string | null {
  const descriptor = findComponentType(type);
  if (descriptor?.waitsForSessions(config) !== true) return null;
  const workflowId = descriptor.references(config).find(({ kind }) => kind === 'workflow')?.value;
  return workflowId !== undefined && UUID_PATTERN.test(workflowId) ? workflowId.toLowerCase() : null;
}

function workflowPath({ type, config }: Component): string {
  const reference = findComponentType(type)
    ?.references(config)
    .find(({ kind }) => kind === 'workflow');
  return `/config${reference?.pointer ?? ''}`;
}

async function readAll(
  first: string[],
  own: string,
  findWaits: FindWaits,
): Promise<ReadonlyMap<string, KnownWorkflow>> {
  const known = new Map<string, KnownWorkflow>();
  let next = new Set(first);
  while (next.size > 0 && known.size < MAX_WORKFLOWS) {
    const found: string[] = [];
    for (const [id, { name, limited, starters }] of await findWaits([...next], STARTING_TYPES)) {
      const waitsFor = starters.map(targetOf).filter((target) => target !== null);
      known.set(id, { name, limited, waitsFor });
      found.push(...waitsFor);
    }
    next = new Set(found.filter((id) => id !== own && !known.has(id)));
  }
  return known;
}

/** The way from a workflow back to the own one, with two workflows on the circle that are limited; null: none. */
function findCircle(
  from: string,
  own: string,
  known: ReadonlyMap<string, KnownWorkflow>,
  ownIsLimited: boolean,
): string[] | null {
  const wanted = ownIsLimited ? 1 : 2;
  const seen = new Set<string>();
  const open = [{ id: from, path: [from], count: 0 }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const workflow = known.get(at.id);
    if (workflow === undefined) continue;
    const count = Math.min(wanted, at.count + Number(workflow.limited));
    const state = `${at.id} ${count}`;
    if (seen.has(state)) continue;
    seen.add(state);
    if (count === wanted && workflow.waitsFor.includes(own)) return at.path;
    for (const id of workflow.waitsFor)
      if (!at.path.includes(id) && id !== own) open.push({ id, path: [...at.path, id], count });
  }
  return null;
}
