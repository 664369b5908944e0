import type { Component } from '@workflow/workflow-model';
import { componentName } from '../draft/component-name.ts';
import { isTrigger } from '../draft/connection-rules.ts';
import { moveIntoBody, moveItems } from '../draft/draft-edits.ts';
import type { Draft, Edit } from '../draft/draft-store.ts';
import { withBodies } from '../draft/with-bodies.ts';
import { firstPlaceIn, framesOf, hasFrame } from '../layout/frames.ts';
import { freePlace } from './place-component.ts';

interface Move {
  label: string;
  edit: Edit;
}

const BELOW_FRAME_PX = 40;

/** Lists the bodies that components can be moved into, and the way out of the body that they are in. */
export function movesOf(draft: Draft, chosen: ReadonlySet<string>): Move[] {
  const moving = draft.components.filter(({ id }) => chosen.has(id));
  const [first] = moving;
  if (first === undefined || moving.some(isTrigger)) return [];
  const ids = new Set(moving.map(({ id }) => id));
  const inside = withBodies(draft, ids);
  const what = moving.length === 1 ? componentName(first) : `${moving.length} components`;
  const into = draft.components
    .filter((one) => hasFrame(one) && !inside.has(one.id) && moving.some(({ within }) => within !== one.id))
    .map((one) => ({ label: `Move ${what} into the loop of ${componentName(one)}`, edit: moveTo(ids, one.id) }));
  const outer = draft.components.find(({ id }) => id === first.within);
  if (outer === undefined || moving.some(({ within }) => within !== outer.id)) return into;
  return [
    { label: `Move ${what} out of the loop of ${componentName(outer)}`, edit: moveTo(ids, outer.within) },
    ...into,
  ];
}

/** Moves components to a free place in the body, or below the frame that they leave. It is one step of undo. */
function moveTo(ids: ReadonlySet<string>, within: string | undefined): Edit {
  return (draft) => {
    const moved = moveIntoBody(ids, within)(draft);
    if (moved === draft) return draft;
    const group = withBodies(draft, ids);
    const cards = draft.components.filter(({ id }) => ids.has(id));
    const corner = { x: Math.min(...cards.map(xOf)), y: Math.min(...cards.map(yOf)) };
    const others = draft.components.filter(({ id }) => !group.has(id));
    const place = freePlace(placeFor(draft, cards[0]?.within, within), others);
    const shifted = draft.components
      .filter(({ id }) => group.has(id))
      .map((one): [string, { x: number; y: number }] => [
        one.id,
        { x: xOf(one) + place.x - corner.x, y: yOf(one) + place.y - corner.y },
      ]);
    return moveItems(new Map(shifted))(moved);
  };
}

function placeFor({ components }: Draft, from: string | undefined, into: string | undefined): { x: number; y: number } {
  const left = framesOf(components).get(from ?? '');
  const outer = components.find(({ id }) => id === into);
  if (outer !== undefined && (left === undefined || outer.id !== components.find(({ id }) => id === from)?.within))
    return firstPlaceIn(outer);
  return left === undefined ? { x: 0, y: 0 } : { x: left.x, y: left.y + left.height + BELOW_FRAME_PX };
}

const xOf = ({ position }: Component): number => position?.x ?? 0;
const yOf = ({ position }: Component): number => position?.y ?? 0;
