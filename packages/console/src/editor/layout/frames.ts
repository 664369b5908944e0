import { bodyPropertyOf } from '@workflow/components/descriptors';
import type { Component } from '@workflow/workflow-model';
import { CARD_WIDTH, cardHeight } from './card-size.ts';

/** A rectangle on the canvas in pixels at zoom 1. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The space between a card and the frame of its body. */
const FRAME_GAP = 36;
/** The space around the cards in a frame. The label is in the upper part of it. */
const FRAME_MARGIN = 24;
const FRAME_TOP = 44;
const EMPTY_HEIGHT = 120;
/** How far outside of its frame a card must be dropped to leave it. */
const LEAVE_PX = 60;

/** Returns the frames around the bodies of components, by the id of the component. Those within others are smaller. */
export function framesOf(components: readonly Component[]): Map<string, Frame> {
  const inner = Map.groupBy(components, ({ within }) => within);
  const frames = new Map<string, Frame>();
  const seen = new Set<string>();
  const frameOf = (outer: Component): Frame => {
    seen.add(outer.id);
    const { x, y } = outer.position ?? { x: 0, y: 0 };
    const parts = (inner.get(outer.id) ?? []).flatMap((component) => {
      const nested = hasFrame(component) && !seen.has(component.id) ? [frameOf(component)] : [];
      return [cardOf(component), ...nested];
    });
    const frame =
      parts.length === 0
        ? { x, y: y + cardHeight(outer) + FRAME_GAP, width: CARD_WIDTH + 2 * FRAME_MARGIN, height: EMPTY_HEIGHT }
        : around(parts);
    frames.set(outer.id, frame);
    return frame;
  };
  for (const component of components) if (hasFrame(component) && !seen.has(component.id)) frameOf(component);
  return frames;
}

export function hasFrame(component: Component): boolean {
  return bodyPropertyOf(component) !== null;
}

function cardOf(component: Component): Frame {
  const { x, y } = component.position ?? { x: 0, y: 0 };
  return { x, y, width: CARD_WIDTH, height: cardHeight(component) };
}

function around(parts: readonly Frame[]): Frame {
  const left = Math.min(...parts.map(({ x }) => x)) - FRAME_MARGIN;
  const top = Math.min(...parts.map(({ y }) => y)) - FRAME_TOP;
  const right = Math.max(...parts.map(({ x, width }) => x + width)) + FRAME_MARGIN;
  const bottom = Math.max(...parts.map(({ y, height }) => y + height)) + FRAME_MARGIN;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the component in whose frame a point is, the innermost one, or undefined. */
export function frameAt(frames: ReadonlyMap<string, Frame>, { x, y }: { x: number; y: number }): string | undefined {
  const hit = [...frames].filter(([, frame]) => isIn(frame, { x, y }, 0));
  return hit.toSorted(([, one], [, other]) => one.width * one.height - other.width * other.height)[0]?.[0];
}

function isIn(frame: Frame, { x, y }: { x: number; y: number }, beyond: number): boolean {
  return (
    x >= frame.x - beyond &&
    x <= frame.x + frame.width + beyond &&
    y >= frame.y - beyond &&
    y <= frame.y + frame.height + beyond
  );
}

/**
 * Returns the body of a card that was dropped: that of the frame at its middle, or its own one until it is dropped away
 * from it.
 * @param others all components but the card and what is in its body
 */
export function bodyAfterDrop(card: Component, others: readonly Component[]): string | undefined {
  const frames = framesOf(others);
  const { x, y, width, height } = cardOf(card);
  const middle = { x: x + width / 2, y: y + height / 2 };
  const at = frameAt(frames, middle);
  if (at !== undefined) return at;
  const own = card.within === undefined ? undefined : frames.get(card.within);
  return own !== undefined && isIn(own, middle, LEAVE_PX + CARD_WIDTH / 2) ? card.within : undefined;
}

/** Returns the place of the first card in a frame that is empty. */
export function firstPlaceIn(outer: Component): { x: number; y: number } {
  const { x, y } = outer.position ?? { x: 0, y: 0 };
  return { x: x + FRAME_MARGIN, y: y + cardHeight(outer) + FRAME_GAP + FRAME_TOP };
}
