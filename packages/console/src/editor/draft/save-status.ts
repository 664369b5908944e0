/** After a failed save, the next try begins after this time. */
export const RETRY_AFTER_MS = 4000;

export type SaveStatus =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** The server has a newer draft than the one that was read or saved here last. */
  | { kind: 'conflict'; hasChanges: boolean }
  /** `isRepeated`: the next try begins by itself. */
  | { kind: 'failed'; error: unknown; isRepeated: boolean }
  /** The server has the draft, but a field holds text that the draft cannot take. */
  | { kind: 'unreadable' }
  /** The author chose to leave without saving. */
  | { kind: 'discarded' };

/** Returns whether changes of the author are lost when the page is closed now. */
export function hasUnsavedChanges(status: SaveStatus): boolean {
  return status.kind === 'conflict' ? status.hasChanges : status.kind !== 'saved' && status.kind !== 'discarded';
}
