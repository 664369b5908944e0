import { wrong, type Definition, type DefinitionProblem, type Reference } from '@workflow/workflow-model';

/** A published workflow with the workflows that it waits for. */
export interface WaitingWorkflow {
  name: string;
  /** It has `concurrency` or `order`. */
  limited: boolean;
  /** Ids in lower case. */
  waitsFor: string[];
}

/** Published workflows by id in lower case; others start no session that could wait. */
export type FindWaits = (ids: string[]) => Promise<ReadonlyMap<string, WaitingWorkflow>>;

/** Workflows that are examined; a chain of sessions is at most ten long, so longer circles never close. */
const MAX_WORKFLOWS = 1_000;

/**
 * A session keeps its place while it waits for its child. Where two workflows with `concurrency` or `order` wait for
 * each other, also through others, all places of both can be taken by sessions that wait for a place of the other.
 *
 * @param own the workflow's id, in lower case
 * @param references of the definition
 */
export async function checkCircles(
  own: string,
  { flow = {} }: Definition,
  references: readonly Reference[],
  findWaits: FindWaits,
): Promise<DefinitionProblem[]> {
  const starts = references.filter(({ waits, target }) => waits && target !== own);
  if (starts.length === 0) return [];
  const known = await readAll(
    starts.map(({ target }) => target),
    own,
    findWaits,
  );
  const limited = flow.concurrency !== undefined || flow.order !== undefined;
  return starts.flatMap(({ componentId, path, target }) => {
    const circle = findCircle(target, own, known, limited);
    if (circle === null) return [];
    const workflows = circle.map((id) => known.get(id)?.name ?? id);
    return [{ componentId, path, ...wrong('WORKFLOW_CIRCLE', { workflows }) }];
  });
}

async function readAll(
  first: string[],
  own: string,
  findWaits: FindWaits,
): Promise<ReadonlyMap<string, WaitingWorkflow>> {
  const known = new Map<string, WaitingWorkflow>();
  let next = [...new Set(first)].slice(0, MAX_WORKFLOWS);
  while (next.length > 0) {
    const found: string[] = [];
    for (const [id, workflow] of await findWaits(next)) {
      known.set(id, workflow);
      found.push(...workflow.waitsFor);
    }
    const further = [...new Set(found)].filter((id) => id !== own && !known.has(id));
    next = further.slice(0, Math.max(0, MAX_WORKFLOWS - known.size));
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
