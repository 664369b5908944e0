import { asDefinition } from '../api/as-definition.ts';
import type { Workflow } from '../api/types.ts';
import type { Draft } from './draft-store.ts';

/** What of a workflow is edited. */
export function draftOf({ name, description, ...definition }: Workflow): Draft {
  return { name, description, ...asDefinition(definition) };
}
