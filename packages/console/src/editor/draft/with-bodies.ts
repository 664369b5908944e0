import { withinBodiesOf, type Definition } from '@workflow/workflow-model';

/** The ids with those of the components in their bodies. */
export function withBodies(definition: Definition, ids: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...ids, ...withinBodiesOf(definition, ids).map(({ id }) => id)]);
}
