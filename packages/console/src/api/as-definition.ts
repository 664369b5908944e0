import { unfoldBodies, type WrittenDefinition } from '@workflow/components/descriptors';
import { definitionOf, type Definition } from '@workflow/workflow-model';

/**
 * The definition in an answer: the API types configs as any object, and JSON contains only JSON values. The components
 * of bodies are in its list, as in drafts; `foldBodies` writes it for a request.
 */
export function asDefinition(answer: { components: unknown; connections: unknown; flow?: unknown }): Definition {
  return unfoldBodies(definitionOf(answer as Definition) as WrittenDefinition);
}
