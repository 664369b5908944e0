import type { Definition } from '@workflow/workflow-model';
import type { DraftBody } from '../api/queries/workflows.ts';

type DefinitionLike = { components: unknown; connections: unknown };

/** The definition under new component ids, so that a copy shares nothing with its original. */
export function withNewIds(definition: DefinitionLike): Pick<DraftBody, 'components' | 'connections'> {
  const { components, connections } = definition as Definition;
  const ids = new Map(components.map((component) => [component.id, crypto.randomUUID() as string]));
  return {
    components: components.map((component) => ({ ...component, id: ids.get(component.id) as string })),
    connections: connections.flatMap(({ from, port, to }) => {
      const newFrom = ids.get(from);
      const newTo = ids.get(to);
      return newFrom && newTo ? [{ from: newFrom, port, to: newTo }] : [];
    }),
  } as Pick<DraftBody, 'components' | 'connections'>;
}
