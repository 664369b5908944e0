import type { FitViewOptions } from '@xyflow/react';

export const MARGIN_PX = 40;
/** The component panel's width (component-panel.module.css). In narrower windows it lies over the canvas. */
const PANEL_PX = 400;
const PANEL_BESIDE_CANVAS_FROM_PX = 1024;

/**
 * How the graph is fitted into the canvas: room is left for the component panel, so that opening it hides no card
 * and the next one can be clicked.
 */
export function fitOptions(panelIsOpen: boolean): FitViewOptions {
  const reserved = !panelIsOpen && window.innerWidth >= PANEL_BESIDE_CANVAS_FROM_PX ? PANEL_PX : 0;
  return { maxZoom: 1.1, padding: { x: `${MARGIN_PX}px`, y: `${MARGIN_PX}px`, right: `${MARGIN_PX + reserved}px` } };
}
