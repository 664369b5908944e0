import type { Component, Connection } from '@workflow/workflow-model';
import { portsOf } from '../draft/connection-rules.ts';
import { CARD_WIDTH, cardHeight, END_OFFSET } from '../layout/card-size.ts';

export interface Place {
  x: number;
  y: number;
}

const COLUMN_GAP = 90;
const ROW_GAP = 40;

/** Where the component that follows a port starts: to the right; at its port when there are several branches. */
export function placeAfter(source: Component, port: string, components: readonly Component[]): Place {
  const { x, y } = source.position ?? { x: 0, y: 0 };
  const branches = portsOf(source).filter((one) => one !== 'error');
  const height = cardHeight(source);
  const index = branches.indexOf(port);
  const byBranch = (index - (branches.length - 1) / 2) * (height + ROW_GAP);
  return freePlace({ x: x + CARD_WIDTH + COLUMN_GAP, y: index < 0 ? y + height + ROW_GAP : y + byBranch }, components);
}

/** Where a card starts whose incoming connection ends at a point. */
export function placeAtEnd({ x, y }: Place): Place {
  return { x, y: y - END_OFFSET };
}

/** The place, or the first below it that no other card covers. */
export function freePlace(place: Place, components: readonly Component[]): Place {
  let { y } = place;
  const covers = ({ position, ...rest }: Component) =>
    position !== undefined &&
    Math.abs(position.x - place.x) < CARD_WIDTH &&
    position.y < y + cardHeight(rest) + ROW_GAP / 2 &&
    y < position.y + cardHeight(rest) + ROW_GAP / 2;
  for (let covering = components.find(covers); covering; covering = components.find(covers))
    y = (covering.position?.y ?? 0) + cardHeight(covering) + ROW_GAP;
  return { x: place.x, y };
}

/**
 * The components with room for one more in the middle of a connection: where it is too short, everything that follows
 * moves to the right.
 */
export function withRoomBetween(
  components: readonly Component[],
  { from, to }: Connection,
  following: ReadonlySet<string>,
): { components: Component[]; place: Place } {
  const source = components.find(({ id }) => id === from)?.position ?? { x: 0, y: 0 };
  const target = components.find(({ id }) => id === to)?.position ?? { x: 0, y: 0 };
  const step = CARD_WIDTH + COLUMN_GAP;
  const missing = Math.max(0, source.x + 2 * step - target.x);
  const moved = components.map((component) =>
    missing > 0 && component.position && following.has(component.id)
      ? { ...component, position: { x: component.position.x + missing, y: component.position.y } }
      : component,
  );
  return { components: moved, place: freePlace({ x: source.x + step, y: (source.y + target.y) / 2 }, moved) };
}
