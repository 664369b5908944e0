import type { FitViewOptions, Rect, Viewport } from '@xyflow/react';

export const MARGIN_PX = 40;
/** The component panel's width (component-panel.module.css). In narrower windows it lies over the canvas. */
const PANEL_PX = 400;
const PANEL_BESIDE_CANVAS_FROM_PX = 1024;
const MAX_ZOOM = 1.1;
/** The names of cards can be read from here on. */
const READABLE_ZOOM = 0.6;

/** How the whole graph is fitted into the canvas. */
export const WHOLE_GRAPH: FitViewOptions = { maxZoom: MAX_ZOOM, padding: `${MARGIN_PX}px` };

/**
 * What of a workflow is shown when it is opened. All of it where that can be read, if possible with room for the
 * component panel, so that opening it hides no card; else its beginning.
 * @param graph what the cards and notes take, at zoom 1
 * @param canvas in pixels
 */
export function firstView(graph: Rect, canvas: { width: number; height: number }): Viewport {
  const [width, height] = [canvas.width - 2 * MARGIN_PX, canvas.height - 2 * MARGIN_PX];
  const beside = canvas.width >= PANEL_BESIDE_CANVAS_FROM_PX - PANEL_PX ? width - PANEL_PX : width;
  const fitting = (room: number): number => Math.min(room / graph.width, height / graph.height, MAX_ZOOM);
  const room = fitting(beside) >= READABLE_ZOOM ? beside : width;
  const zoom = Math.max(READABLE_ZOOM, fitting(room));
  return {
    zoom,
    x: MARGIN_PX + Math.max(0, room - graph.width * zoom) / 2 - graph.x * zoom,
    y: MARGIN_PX + Math.max(0, height - graph.height * zoom) / 2 - graph.y * zoom,
  };
}
