import type { Definition, JsonObject } from '@workflow/workflow-model';
import type { ReadyResults } from '../rows/flow-keys-of.ts';
import type { Target } from './child-targets.ts';
import type { NewChild } from './new-child.ts';

/** What a session of a definition is called that starts with these values; null: nothing. */
export type LabelOf = (definition: Definition, values: JsonObject) => Promise<string | null>;

export type ReadyLabels = ReadyResults<string>;

/**
 * The labels of children, in their order.
 * @throws what ends the attempt of a transaction whose labels are not ready
 */
export function labelsOf(
  children: readonly NewChild[],
  targets: ReadonlyMap<string, Target>,
  ready: ReadyLabels,
  labelOf: LabelOf | undefined,
): (string | null)[] {
  if (labelOf === undefined) return children.map(() => null);
  const labelled = children.flatMap((child) => {
    const { definition, definitionId } = targets.get(child.workflowId) as Target;
    return definition?.label === undefined ? [] : [{ sessionId: child.id, definitionId, definition, child }];
  });
  ready.require(labelled, async function* compute(missing) {
    for (const owner of missing) yield [owner, await labelOf(owner.definition, owner.child.placeholderValues)] as const;
  });
  return children.map(({ id, workflowId }) => {
    const { definitionId } = targets.get(workflowId) as Target;
    return ready.of({ sessionId: id, definitionId });
  });
}
