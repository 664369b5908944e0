import { definitionOf, type Definition } from '@workflow/workflow-model';

/** The definition in an answer: the API types configs as any object, and JSON contains only JSON values. */
export function asDefinition(answer: { components: unknown; connections: unknown; flow?: unknown }): Definition {
  return definitionOf(answer as Definition);
}
