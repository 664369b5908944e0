import type { Rect, Viewport } from '@xyflow/react';
import { MARGIN_PX, READABLE_ZOOM } from './fit-options.ts';

/** Left on each side of what would not fit otherwise. */
const LEAST_MARGIN_PX = 8;

interface Size {
  width: number;
  height: number;
}

interface Cards {
  card: Rect;
  /** Connected cards. */
  neighbours: readonly Rect[];
}

/**
 * The view that shows a card whole, together with as many of its neighbours as fit: those first that move
 * the view least. It is panned by as little as needed, and zoomed only so that what was in view before the room
 * became smaller stays so, where that can still be read. Null if the view is that already.
 * @param cards where they are on the canvas
 * @param room in pixels; `before` is the one that was left, null when it is no smaller now
 */
export function viewShowing(view: Viewport, { card, neighbours }: Cards, room: Size, before: Size | null) {
  const wereSeen = before === null ? [] : neighbours.filter((rect) => isWithin(onScreen(rect, view), before));
  const zoomed = zoomedAround(card, wereSeen, view, room);
  const shift = shiftToShow(
    onScreen(card, zoomed),
    neighbours.map((rect) => onScreen(rect, zoomed)),
    room,
  );
  return zoomed === view && shift.x === 0 && shift.y === 0
    ? null
    : { x: zoomed.x + shift.x, y: zoomed.y + shift.y, zoom: zoomed.zoom };
}

/** Out of the card's middle, as far as the others fit into the room around it. */
function zoomedAround(card: Rect, others: readonly Rect[], view: Viewport, room: Size): Viewport {
  const { x, y, width, height } = onScreen(card, view);
  const all = others.map((rect) => onScreen(rect, view)).reduce(around, { x, y, width, height });
  if (others.length === 0 || (all.width <= room.width && all.height <= room.height)) return view;
  const [byWidth, byHeight] = [room.width / (all.width + 2 * LEAST_MARGIN_PX), room.height / all.height];
  const factor = Math.min(1, byWidth, byHeight);
  if (view.zoom * factor < READABLE_ZOOM) return view;
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  return {
    x: middleX - (middleX - view.x) * factor,
    y: middleY - (middleY - view.y) * factor,
    zoom: view.zoom * factor,
  };
}

function shiftToShow(card: Rect, neighbours: readonly Rect[], room: Size): { x: number; y: number } {
  const byDistance = neighbours
    .map((rect) => ({ rect, shift: shiftIntoRoom(around(card, rect), room) }))
    .toSorted((one, other) => Math.hypot(one.shift.x, one.shift.y) - Math.hypot(other.shift.x, other.shift.y));
  let shown = card;
  for (const { rect } of byDistance) {
    const both = around(shown, rect);
    if (both.width <= room.width && both.height <= room.height) shown = both;
  }
  return shiftIntoRoom(shown, room);
}

function shiftIntoRoom({ x, y, width, height }: Rect, room: Size): { x: number; y: number } {
  return { x: shiftIntoView(x, width, room.width), y: shiftIntoView(y, height, room.height) };
}

/** How far to move what begins at `start` so that it lies within `room` whole, or its beginning when it is larger. */
function shiftIntoView(start: number, length: number, room: number): number {
  const margin = length > room ? MARGIN_PX : Math.min(MARGIN_PX, (room - length) / 2);
  if (start < 0) return margin - start;
  const beyond = start + length - room;
  return beyond <= 0 ? 0 : Math.max(margin - start, -beyond - margin);
}

function onScreen({ x, y, width, height }: Rect, view: Viewport): Rect {
  const { zoom } = view;
  return { x: x * zoom + view.x, y: y * zoom + view.y, width: width * zoom, height: height * zoom };
}

function isWithin({ x, y, width, height }: Rect, room: Size): boolean {
  return x >= 0 && y >= 0 && x + width <= room.width && y + height <= room.height;
}

/** The smallest rectangle that contains both. */
function around(one: Rect, other: Rect): Rect {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}
