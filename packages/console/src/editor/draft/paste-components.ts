import type { Component } from '@workflow/workflow-model';
import type { Rect, XYPosition } from '@xyflow/react';
import { withPositions } from '../layout/auto-layout.ts';
import { CARD_WIDTH } from '../layout/card-size.ts';
import type { CopiedPart } from './copy-components.ts';
import type { Draft, Edit } from './draft-store.ts';
import { unusedName } from './unused-name.ts';

const PASTE_OFFSET = 48;

/**
 * Adds copies under new ids, unused names and output names: at a point of the canvas, or slightly offset, or into the
 * part of it that is in view. Also returns the ids of the copies.
 */
export function pasteComponents(
  part: CopiedPart,
  newId: () => string,
  place: Rect | XYPosition,
): { edit: Edit; ids: string[] } {
  const { notes = [] } = part;
  const ids = new Map([...part.components, ...notes].map(({ id }) => [id, newId()]));
  const edit: Edit = (draft) => {
    const taken = new Set(draft.components.map((component) => component.output));
    const names = new Set(draft.components.map((component) => component.name));
    const placed = withPositions(part);
    const moved = movedBy(offsetOf([...placed.components, ...notes], draft, place));
    const copies = placed.components.map((component) => {
      const { within: outer, ...rest } = component;
      // A copy of a part of a body stays in that body.
      const within = ids.get(outer ?? '') ?? draft.components.find(({ id }) => id === outer)?.id;
      const copy: Component = {
        ...rest,
        ...(within !== undefined && { within }),
        id: ids.get(component.id) as string,
        position: moved(component),
      };
      if (component.name !== undefined) {
        copy.name = unusedName(component.name, names, ' ');
        names.add(copy.name);
      }
      if (component.output !== undefined) {
        copy.output = unusedName(component.output, taken);
        taken.add(copy.output);
      }
      return copy;
    });
    const connections = part.connections.flatMap(({ from, port, to }) => {
      const newFrom = ids.get(from);
      const newTo = ids.get(to);
      return newFrom && newTo ? [{ from: newFrom, port, to: newTo }] : [];
    });
    return {
      ...draft,
      components: [...draft.components, ...copies],
      connections: [...draft.connections, ...connections],
      ...(notes.length > 0 && {
        notes: [
          ...(draft.notes ?? []),
          ...notes.map((note) => ({ ...note, id: ids.get(note.id) as string, position: moved(note) })),
        ],
      }),
    };
  };
  return { edit, ids: [...ids.values()] };
}

type Positioned = Pick<Component, 'position'>;

/** How far copies are moved: none lies exactly on another card, and the upper left one is in view or at the point. */
function offsetOf(
  items: readonly Positioned[],
  { components, notes = [] }: Draft,
  place: Rect | XYPosition,
): XYPosition {
  const corner = {
    x: Math.min(...items.map(({ position }) => position?.x ?? 0)),
    y: Math.min(...items.map(({ position }) => position?.y ?? 0)),
  };
  const offset = 'width' in place ? offsetInto(place, corner) : between(corner, place);
  const taken = new Set([...components, ...notes].map((item) => keyOf(movedBy({ x: 0, y: 0 })(item))));
  while (items.some((item) => taken.has(keyOf(movedBy(offset)(item))))) {
    offset.x += PASTE_OFFSET;
    offset.y += PASTE_OFFSET;
  }
  return offset;
}

function offsetInto(view: Rect, corner: XYPosition): XYPosition {
  const isInView =
    corner.x + PASTE_OFFSET >= view.x &&
    corner.x + PASTE_OFFSET + CARD_WIDTH <= view.x + view.width &&
    corner.y + PASTE_OFFSET >= view.y &&
    corner.y + 2 * PASTE_OFFSET <= view.y + view.height;
  const { x, y } = isInView ? { x: 0, y: 0 } : between(corner, view);
  return { x: x + PASTE_OFFSET, y: y + PASTE_OFFSET };
}

function between(from: XYPosition, to: XYPosition): XYPosition {
  return { x: Math.round(to.x - from.x), y: Math.round(to.y - from.y) };
}

function movedBy({ x, y }: XYPosition): (item: Positioned) => XYPosition {
  return ({ position }) => ({ x: (position?.x ?? 0) + x, y: (position?.y ?? 0) + y });
}

function keyOf({ x, y }: XYPosition): string {
  return `${x} ${y}`;
}
