import type { Step } from '../../api/types.ts';

/** Bounds in milliseconds since the epoch. */
export interface TimeAxis {
  begin: number;
  end: number;
}

/**
 * The part of a run's time that is shown: how many times larger, and where it begins (0: at the start, 1: at the end).
 */
export interface Zoom {
  factor: number;
  at: number;
}

export const WHOLE: Zoom = { factor: 1, at: 0 };
export const MAX_ZOOM = 1024;

/** From the first start to the last end; what still runs lasts until `now`. */
export function axisOf(steps: readonly Step[], now: number): TimeAxis {
  const begin = Math.min(...steps.map((step) => Date.parse(step.startedAt)));
  const ends = steps.map((step) => (step.finishedAt === null ? now : Date.parse(step.finishedAt)));
  return { begin, end: Math.max(...ends, begin + 1) };
}

/** The part of the axis that the zoom shows. */
export function zoomed({ begin, end }: TimeAxis, { factor, at }: Zoom): TimeAxis {
  const length = (end - begin) / factor;
  const first = begin + at * (end - begin - length);
  return { begin: first, end: first + length };
}

/** Zooms by a factor around the middle of what is shown. */
export function zoomBy({ factor, at }: Zoom, by: number): Zoom {
  const next = Math.min(MAX_ZOOM, Math.max(1, factor * by));
  if (next === 1) return WHOLE;
  const middle = at * (1 - 1 / factor) + 0.5 / factor;
  return { factor: next, at: Math.min(1, Math.max(0, (middle - 0.5 / next) / (1 - 1 / next))) };
}
