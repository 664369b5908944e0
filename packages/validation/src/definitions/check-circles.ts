import type { Component, Definition, DefinitionProblem } from '@workflow/workflow-model';
import { UUID_PATTERN } from '../uuid.ts';

/** A workflow with the workflows that it waits for. */
export interface WaitingWorkflow {
  name: string;
  /** It has `concurrency` or `order`. */
  limited: boolean;
  /** The workflows that it starts and waits for, in lower case. */
  waitsFor: string[];
}

/** By id in lower case. */
export type FindWaits = (ids: string[]) => Promise<ReadonlyMap<string, WaitingWorkflow>>;

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
    return [{ componentId: component.id, path: '/config/workflowId', message }];
  });
}

function targetOf({ type, config }: Component): string | null {
  if (type !== 'for-each' && (type !== 'run-workflow' || config.wait === false)) return null;
  const { workflowId } = config;
  return typeof workflowId === 'string' && UUID_PATTERN.test(workflowId) ? workflowId.toLowerCase() : null;
}

async function readAll(
  first: string[],
  own: string,
  findWaits: FindWaits,
): Promise<ReadonlyMap<string, WaitingWorkflow>> {
  const known = new Map<string, WaitingWorkflow>();
  let next = new Set(first);
  while (next.size > 0 && known.size < MAX_WORKFLOWS) {
    const found = await findWaits([...next]);
    for (const [id, workflow] of found) known.set(id, workflow);
    const ids = [...found.values()].flatMap(({ waitsFor }) => waitsFor);
    next = new Set(ids.filter((id) => id !== own && !known.has(id) && UUID_PATTERN.test(id)));
  }
  return known;
}

/** The way from a workflow back to the own one, with two workflows on the circle that are limited; null: none. */
function findCircle(
  from: string,
  own: string,
  known: ReadonlyMap<string, WaitingWorkflow>,
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
