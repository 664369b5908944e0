/** Layers that handle Escape, and keys of their own. */
export const OPEN_LAYERS = '[role="dialog"], [role="menu"], [role="listbox"]';
