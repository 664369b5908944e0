import type { EditorParts } from './editor-context.ts';
import { hasUnsavedChanges } from './draft/save-status.ts';

interface LeftEditor {
  parts: EditorParts;
  /** Stops waiting until its changes are saved. */
  stopWaiting: () => void;
}

/** Editors that were left with unsaved changes, by workflow: at most one each, so that a draft has one owner. */
const left = new Map<string, LeftEditor>();

/**
 * Ends an editor whose changes are saved. One with unsaved changes goes on saving them, and is shown again when the
 * workflow is opened before that. Until then the browser asks before the tab is closed: the author may have been signed
 * out, and the sign-in page is shown instead of the editor.
 */
export function leaveEditor(parts: EditorParts): void {
  const { workflowId, autosave } = parts;
  const isDone = () => !hasUnsavedChanges(autosave.status.get());
  const end = () => {
    window.removeEventListener('beforeunload', parts.onBeforeUnload);
    autosave.stop();
  };
  if (isDone()) {
    end();
    return;
  }
  const stopWaiting = autosave.status.subscribe(() => {
    if (!isDone()) return;
    stopWaiting();
    end();
    left.delete(workflowId);
  });
  left.set(workflowId, { parts, stopWaiting });
  void autosave.flush().catch(() => undefined);
}

/** Returns the editor of a workflow that was left with unsaved changes; null when there is none. */
export function leftEditor(workflowId: string): EditorParts | null {
  return left.get(workflowId)?.parts ?? null;
}

/**
 * Shows an editor that was left before. It is not ended when its changes are saved. What could not be saved is saved
 * now: the author may have signed in again.
 */
export function enterEditor(parts: EditorParts): void {
  left.get(parts.workflowId)?.stopWaiting();
  left.delete(parts.workflowId);
  parts.autosave.start();
  window.addEventListener('beforeunload', parts.onBeforeUnload);
  void parts.autosave.flush().catch(() => undefined);
}
