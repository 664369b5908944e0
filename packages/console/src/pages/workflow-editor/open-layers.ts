/** Layers that handle Escape and other keys themselves. */
export const OPEN_LAYERS = '[role="dialog"], [role="menu"], [role="listbox"]';
