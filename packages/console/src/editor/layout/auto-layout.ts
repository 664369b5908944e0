import type { Component, Connection, Definition } from '@workflow/workflow-model';
import { CARD_WIDTH, cardHeight, END_OFFSET, portOffset } from './card-size.ts';
import { firstPlaceIn, framesOf, hasFrame } from './frames.ts';
import { rankComponents } from './rank-components.ts';
import { spread } from './spread.ts';

const COLUMN_GAP = 90;
const ROW_GAP = 40;
/** Height that a connection keeps free in each column that it crosses. */
const PASSAGE_PX = 24;

export interface Place {
  x: number;
  y: number;
}

/** A card in its column, or the passage of a connection that crosses the column. */
interface Slot {
  component: Component | null;
  height: number;
  /** Sources of its incoming connections. */
  sources: { slot: Slot; port: string | null }[];
  top: number;
}

/**
 * Places components from left to right along the connections. The next component is level with its port, so that the
 * branches of a condition have the order of its ports. Unconnected parts are placed below each other.
 */
export function layOut(definition: Definition): Map<string, Place> {
  return layOutBody(definition, undefined);
}

/** Places the components of a body, or those in none. What is in their bodies lies below them. */
function layOutBody(definition: Definition, within: string | undefined): Map<string, Place> {
  const components = definition.components.filter((component) => component.within === within);
  const ids = new Set(components.map(({ id }) => id));
  const connections = definition.connections.filter(({ from, to }) => ids.has(from) && ids.has(to));
  const bodies = new Map(components.filter(hasFrame).map((one) => [one.id, bodyBelow(definition, one)]));
  const places = new Map<string, Place>();
  let top = 0;
  for (const part of connectedParts(components, connections)) {
    const columns = columnsOf(part, connections, bodies);
    for (const column of columns) placeColumn(column);
    const slots = columns.flat();
    const highest = Math.min(...slots.map((slot) => slot.top));
    let left = 0;
    for (const column of columns) {
      for (const { component, top: own } of column) {
        if (component === null) continue;
        const place = { x: left, y: Math.round(top + own - highest) };
        places.set(component.id, place);
        for (const [id, { x, y }] of bodies.get(component.id)?.places ?? [])
          places.set(id, { x: place.x + x, y: place.y + y });
      }
      left +=
        COLUMN_GAP + Math.max(...column.map(({ component }) => bodies.get(component?.id ?? '')?.width ?? CARD_WIDTH));
    }
    top += Math.max(...slots.map((slot) => slot.top + slot.height)) - highest + 2 * ROW_GAP;
  }
  return places;
}

/** The places of what is in a component's body, from the corner of its card, and the size of the card with it. */
interface BodyBelow {
  places: ReadonlyMap<string, Place>;
  width: number;
  height: number;
}

function bodyBelow(definition: Definition, outer: Component): BodyBelow {
  const corner = firstPlaceIn({ ...outer, position: { x: 0, y: 0 } });
  const inside = layOutBody(definition, outer.id);
  const places = new Map([...inside].map(([id, { x, y }]) => [id, { x: x + corner.x, y: y + corner.y }]));
  const placed = definition.components.flatMap((component): Component[] => {
    if (component.id === outer.id) return [{ ...component, position: { x: 0, y: 0 } }];
    const position = places.get(component.id);
    return position === undefined ? [] : [{ ...component, position }];
  });
  const { width, height, y } = framesOf(placed).get(outer.id) ?? { width: 0, height: 0, y: 0 };
  return { places, width: Math.max(CARD_WIDTH, width), height: y + height };
}

/**
 * The definition with a place for every component: those without one lie below the others, or in their frame. A body
 * with one of them is placed again.
 */
export function withPositions<Placed extends Definition>(definition: Placed): Placed {
  const missing = definition.components.filter(({ position }) => position === undefined);
  if (missing.length === 0) return definition;
  const placed = definition.components.filter(({ position }) => position !== undefined);
  const outer = placed.find(({ id }) => missing.some(({ within }) => within === id));
  if (outer !== undefined) return withPositions(withBodyPlaced(definition, outer));
  const left = Math.min(...placed.map((component) => component.position?.x ?? 0), Infinity);
  const below = Math.max(...placed.map((one) => (one.position?.y ?? 0) + cardHeight(one) + 2 * ROW_GAP), -Infinity);
  const places = layOut({ components: missing, connections: definition.connections });
  return {
    ...definition,
    components: definition.components.map((component) => {
      const place = places.get(component.id);
      if (!place) return component;
      const [x, y] = placed.length === 0 ? [place.x, place.y] : [left + place.x, below + place.y];
      return { ...component, position: { x, y } };
    }),
  };
}

function withBodyPlaced<Placed extends Definition>(definition: Placed, outer: Component): Placed {
  const { places } = bodyBelow(definition, outer);
  const { x, y } = outer.position ?? { x: 0, y: 0 };
  return {
    ...definition,
    components: definition.components.map((component) => {
      const place = places.get(component.id);
      return place === undefined ? component : { ...component, position: { x: x + place.x, y: y + place.y } };
    }),
  };
}

/** Components that connections join, whatever their direction, in the order of the definition. */
function connectedParts(components: readonly Component[], connections: readonly Connection[]): Component[][] {
  const neighbours = new Map<string, string[]>(components.map(({ id }) => [id, []]));
  for (const { from, to } of connections) {
    if (!neighbours.has(from) || !neighbours.has(to)) continue;
    neighbours.get(from)?.push(to);
    neighbours.get(to)?.push(from);
  }
  const seen = new Set<string>();
  const parts: Component[][] = [];
  for (const { id } of components) {
    if (seen.has(id)) continue;
    const part = new Set([id]);
    for (const member of part) for (const next of neighbours.get(member) ?? []) part.add(next);
    for (const member of part) seen.add(member);
    parts.push(components.filter((component) => part.has(component.id)));
  }
  return parts;
}

function columnsOf(
  part: readonly Component[],
  connections: readonly Connection[],
  bodies: ReadonlyMap<string, BodyBelow>,
): Slot[][] {
  const ranks = rankComponents(part, connections);
  const slots = new Map(
    part.map((one): [string, Slot] => [one.id, slotOf(one, bodies.get(one.id)?.height ?? cardHeight(one))]),
  );
  const columns: Slot[][] = Array.from({ length: 1 + Math.max(...ranks.values()) }, () => []);
  for (const [id, slot] of slots) columns[ranks.get(id) ?? 0]?.push(slot);
  for (const { from, port, to } of connections) {
    const [first, last] = [slots.get(from), slots.get(to)];
    if (!first || !last) continue;
    let source: Slot['sources'][number] = { slot: first, port };
    for (let rank = (ranks.get(from) ?? 0) + 1; rank < (ranks.get(to) ?? 0); rank += 1) {
      const passage = slotOf(null, PASSAGE_PX);
      passage.sources.push(source);
      columns[rank]?.push(passage);
      source = { slot: passage, port: null };
    }
    last.sources.push(source);
  }
  return columns;
}

function slotOf(component: Component | null, height: number): Slot {
  return { component, height, sources: [], top: 0 };
}

/** Places a column whose sources are placed: each slot as near to the ports that lead to it as the others allow. */
function placeColumn(column: Slot[]): void {
  const wishes = column.map((slot) => ({ slot, wish: wishedTop(slot) }));
  const ordered = wishes.toSorted((left, right) => middleOf(left) - middleOf(right));
  const tops = spread(ordered.map(({ slot, wish }) => ({ wish, length: slot.height + ROW_GAP })));
  for (const [index, { slot }] of ordered.entries()) slot.top = tops[index] ?? 0;
}

function middleOf({ slot, wish }: { slot: Slot; wish: number }): number {
  return wish + slot.height / 2;
}

function wishedTop({ component, height, sources }: Slot): number {
  if (sources.length === 0) return -height / 2;
  // A connection is drawn straight from end to end: its last end lies where it has passed the cards between.
  const passages = sources.filter(({ slot }) => slot.component === null);
  const end = component === null ? height / 2 : END_OFFSET;
  const tops = (passages.length === 0 ? sources : passages).map(({ slot, port }) => {
    const start = slot.component === null || port === null ? slot.height / 2 : portOffset(slot.component, port);
    return slot.top + start - end;
  });
  return tops.reduce((sum, top) => sum + top, 0) / tops.length;
}
