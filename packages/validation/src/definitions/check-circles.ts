import { hasTimeLeft, nextSlice } from '@workflow/sandbox/slices';
import { wrong, type Definition, type DefinitionProblem, type Reference } from '@workflow/workflow-model';

/** A published workflow with the workflows that it waits for. */
export interface WaitingWorkflow {
  name: string;
  /** True if it has `concurrency` or `order`. */
  limited: boolean;
  /** The ids in lower case. */
  waitsFor: string[];
}

/** Finds published workflows by id in lower case. Others start no session that could wait. */
export type FindWaits = (ids: string[]) => Promise<ReadonlyMap<string, WaitingWorkflow>>;

/**
 * The maximum number of workflows to examine. A chain of sessions is at most ten long, so longer circles never close.
 */
const MAX_WORKFLOWS = 1_000;
/** The maximum number of starts by all examined workflows together. */
const MAX_WAITS = 10_000;

/**
 * Reports circles of workflows that wait for each other. A session holds its place while it waits for its child. If two
 * workflows with `concurrency` or `order` wait for each other, also through others, sessions that wait for a place of
 * the other one can take all places of both.
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
  const circles = new Map<string, string[] | null>();
  for (const { target } of starts) {
    if (circles.has(target)) continue;
    circles.set(target, findCircle(target, own, known, limited));
    if (!hasTimeLeft()) await nextSlice();
  }
  return starts.flatMap(({ componentId, path, target }) => {
    const circle = circles.get(target) ?? null;
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
  let waits = 0;
  let next = [...new Set(first)].slice(0, MAX_WORKFLOWS);
  while (next.length > 0) {
    const found: string[] = [];
    for (const [id, workflow] of await findWaits(next)) {
      const waitsFor = workflow.waitsFor.slice(0, MAX_WAITS - waits);
      waits += waitsFor.length;
      known.set(id, { ...workflow, waitsFor });
      found.push(...waitsFor);
    }
    const further = [...new Set(found)].filter((id) => id !== own && !known.has(id));
    next = further.slice(0, Math.max(0, MAX_WORKFLOWS - known.size));
  }
  return known;
}

/** A path of workflows that wait for each other, from its last workflow back to its first. */
interface Way {
  id: string;
  before: Way | null;
  /** The number of different limited workflows on it, at most as many as are needed. */
  count: number;
  firstLimited: string | null;
}

/**
 * Returns the path from a workflow back to the own one that contains two limited workflows, or null. It visits each
 * connection between workflows only a few times.
 */
function findCircle(
  from: string,
  own: string,
  known: ReadonlyMap<string, WaitingWorkflow>,
  ownIsLimited: boolean,
): string[] | null {
  const wanted = ownIsLimited ? 1 : 2;
  const seen = new Set<string>();
  const open: Way[] = [];
  const go = (id: string, before: Way | null): void => {
    const workflow = known.get(id);
    if (workflow === undefined) return;
    const { count = 0, firstLimited = null } = before ?? {};
    const counts = workflow.limited && count < wanted && id !== firstLimited;
    const way = { id, before, count: count + Number(counts), firstLimited: firstLimited ?? (counts ? id : null) };
    const state = `${id} ${way.count}`;
    if (seen.has(state)) return;
    seen.add(state);
    open.push(way);
  };
  go(from, null);
  for (let way = open.pop(); way !== undefined; way = open.pop()) {
    const { waitsFor } = known.get(way.id) as WaitingWorkflow;
    if (way.count === wanted && waitsFor.includes(own)) return idsOf(way);
    for (const id of waitsFor) if (id !== own) go(id, way);
  }
  return null;
}

function idsOf(last: Way): string[] {
  const ids: string[] = [];
  for (let way: Way | null = last; way !== null; way = way.before) ids.unshift(way.id);
  return ids;
}
