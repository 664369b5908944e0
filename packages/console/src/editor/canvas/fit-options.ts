import type { Rect, Viewport } from '@xyflow/react';

export const MARGIN_PX = 40;
/** The component panel's width (component-panel.module.css). In narrower windows it lies over the canvas. */
const PANEL_PX = 400;
const PANEL_NEXT_TO_CANVAS_FROM_PX = 1024;
const MAX_ZOOM = 1.1;
/** The names of cards can be read from here on. */
export const READABLE_ZOOM = 0.6;
/** An opened workflow is not drawn smaller than this to leave room for a panel that is closed. */
const COMFORTABLE_ZOOM = 0.9;
/** The smallest zoom of the canvas. */
export const MIN_ZOOM = 0.1;

interface Size {
  width: number;
  height: number;
}

/**
 * Returns the first view of a workflow: all of it where that can be read, with room for the component panel
 * where it is still well read then, so that opening it hides no card; else its beginning.
 * @param graph what the cards and notes take, at zoom 1
 * @param canvas in pixels
 */
export function firstView(graph: Rect, canvas: Size): Viewport {
  const { room, zoom } = fitting(graph, canvas, false, COMFORTABLE_ZOOM);
  return centered(graph, room, Math.max(READABLE_ZOOM, zoom));
}

/** All of a workflow, with room for the component panel unless it is open or the cards could not be read then. */
export function wholeView(graph: Rect, canvas: Size, isPanelOpen: boolean): Viewport {
  const { room, zoom } = fitting(graph, canvas, isPanelOpen, READABLE_ZOOM);
  return centered(graph, room, Math.max(MIN_ZOOM, zoom));
}

/**
 * The part of the canvas that the graph may take, and the zoom at which it fits into it.
 * @param least the zoom from which on room is left for the panel
 */
function fitting(graph: Size, canvas: Size, isPanelOpen: boolean, least: number): { room: Size; zoom: number } {
  const room = { width: canvas.width - 2 * MARGIN_PX, height: canvas.height - 2 * MARGIN_PX };
  const needsRoom = !isPanelOpen && canvas.width >= PANEL_NEXT_TO_CANVAS_FROM_PX - PANEL_PX;
  const leftRoom = needsRoom ? { ...room, width: room.width - PANEL_PX } : room;
  const zoomLeft = zoomFor(graph, leftRoom);
  return zoomLeft >= least ? { room: leftRoom, zoom: zoomLeft } : { room, zoom: zoomFor(graph, room) };
}

function zoomFor(graph: Size, room: Size): number {
  return Math.min(room.width / graph.width, room.height / graph.height, MAX_ZOOM);
}

function centered(graph: Rect, room: Size, zoom: number): Viewport {
  return {
    zoom,
    x: MARGIN_PX + Math.max(0, room.width - graph.width * zoom) / 2 - graph.x * zoom,
    y: MARGIN_PX + Math.max(0, room.height - graph.height * zoom) / 2 - graph.y * zoom,
  };
}
