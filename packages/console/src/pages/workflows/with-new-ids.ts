import { foldBodies } from '@workflow/components/descriptors';
import { asDefinition } from '../../api/as-definition.ts';
import type { DraftBody } from '../../api/queries/workflow-entry.ts';

type CopiedDefinition = Pick<DraftBody, 'components' | 'connections' | 'flow' | 'label' | 'notes'>;

interface DefinitionLike {
  components: unknown;
  connections: unknown;
  flow?: unknown;
  label?: unknown;
  notes?: unknown;
}

/** The definition with new component ids, so that a copy shares none with its original. */
export function withNewIds(definition: DefinitionLike): CopiedDefinition {
  const { components, connections, flow, label, notes } = asDefinition(definition);
  const ids = new Map(components.map((component) => [component.id, crypto.randomUUID() as string]));
  const copied = foldBodies({
    components: components.map(({ within, ...component }) => ({
      ...component,
      id: ids.get(component.id) as string,
      ...(within !== undefined && { within: ids.get(within) as string }),
    })),
    connections: connections.flatMap(({ from, port, to }) => {
      const newFrom = ids.get(from);
      const newTo = ids.get(to);
      return newFrom && newTo ? [{ from: newFrom, port, to: newTo }] : [];
    }),
  });
  return {
    ...copied,
    ...(flow !== undefined && { flow }),
    ...(label !== undefined && { label }),
    ...(notes !== undefined && { notes }),
  } as CopiedDefinition;
}
