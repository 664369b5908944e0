/** The dialog that is open over the editor. */
export type EditorDialog =
  | { kind: 'versions' }
  | { kind: 'run'; componentId: string | null }
  | { kind: 'keys' | 'publish' | 'unpublish' | 'pause' | 'flow-control' }
  | null;

/** The search parameter of the editor's address that opens a dialog, for links to it. */
export const SHOW_FLOW_CONTROL = 'show=flow-control';
