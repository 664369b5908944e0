import type { Definition } from '@workflow/workflow-model';

/** The definition in an answer: the API describes configs as any object, and JSON holds nothing but JSON. */
export function asDefinition({ components, connections }: { components: unknown; connections: unknown }): Definition {
  return { components, connections } as Definition;
}
