import { asDefinition } from '../../api/as-definition.ts';
import type { Workflow } from '../../api/types.ts';
import { withPositions } from '../layout/auto-layout.ts';
import type { Draft } from './draft-store.ts';

/** The part of a workflow that is edited, with a place on the canvas for every component. */
export function draftOf({ name, description, ...definition }: Workflow): Draft {
  return { name, description, ...withPositions(asDefinition(definition)) };
}
