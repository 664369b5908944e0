import { texts } from '../../texts/canvas.ts';

/** The texts of React Flow's own parts. */
export const CANVAS_LABELS = {
  'node.a11yDescription.default': texts.cardKeys,
  'edge.a11yDescription.default': texts.connectionKeys,
  'minimap.ariaLabel': texts.mapOfTheWorkflow,
  'controls.ariaLabel': texts.view,
  'controls.zoomIn.ariaLabel': texts.zoomIn,
  'controls.zoomOut.ariaLabel': texts.zoomOut,
  'controls.fitView.ariaLabel': texts.fitView,
};
