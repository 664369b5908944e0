/** The texts of React Flow's own parts. */
export const CANVAS_LABELS = {
  'node.a11yDescription.default': 'Press Enter to open the component, Delete to delete it, or an arrow key to move it.',
  'edge.a11yDescription.default': 'Press Enter to select the connection, then Delete to delete it.',
  'minimap.ariaLabel': 'Map of the workflow',
  'controls.ariaLabel': 'View',
  'controls.zoomIn.ariaLabel': 'Zoom in',
  'controls.zoomOut.ariaLabel': 'Zoom out',
  'controls.fitView.ariaLabel': 'Show the whole workflow',
};
