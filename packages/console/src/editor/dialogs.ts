/** The dialog that is open over the editor. */
export type EditorDialog =
  | { kind: 'versions' }
  | { kind: 'run'; componentId: string | null }
  | { kind: 'keys' | 'publish' | 'unpublish' }
  | null;
