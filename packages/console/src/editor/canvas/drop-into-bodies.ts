import type { Component } from '@workflow/workflow-model';
import { moveIntoBody } from '../draft/draft-edits.ts';
import type { DraftStore } from '../draft/draft-store.ts';
import { withBodies } from '../draft/with-bodies.ts';
import { isTrigger } from '../draft/connection-rules.ts';
import { bodyAfterDrop } from '../layout/frames.ts';
import type { CanvasNode } from './canvas-elements.ts';

/**
 * Puts dropped cards into the bodies in whose frames they are, or out of the bodies that they were in. Cards that are
 * connected to others stay in their body.
 */
export function dropIntoBodies(store: DraftStore, dragged: readonly CanvasNode[]): void {
  const cards = new Map(dragged.flatMap((node) => (node.type === 'component' ? [[node.id, node] as const] : [])));
  for (const { id, position } of cards.values()) {
    const { draft } = store.getState();
    const component = draft.components.find((one) => one.id === id);
    if (component === undefined || isTrigger(component) || cards.has(component.within ?? '')) continue;
    if (draft.connections.some(({ from, to }) => [from, to].includes(id) && !(cards.has(from) && cards.has(to))))
      continue;
    const own = withBodies(draft, new Set([id]));
    const others: Component[] = draft.components.filter((one) => !own.has(one.id));
    const within = bodyAfterDrop({ ...component, position }, others);
    // The move of the card and this are one step of undo.
    if (within !== component.within) store.apply(moveIntoBody(new Set(cards.keys()), within), 'move');
  }
}
