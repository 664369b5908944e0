import type { Definition } from '@workflow/workflow-model';

/** What is edited and saved: the draft of a workflow. */
export interface Draft extends Definition {
  name: string;
  description: string;
}

export type Edit = (draft: Draft) => Draft;

export interface DraftState {
  draft: Draft;
  /** The component whose panel is open. */
  selected: string | null;
  canUndo: boolean;
  canRedo: boolean;
}

export interface DraftStore {
  getState(): DraftState;
  subscribe(listener: () => void): () => void;
  /** Applies an edit and remembers it for undo. Edits with the same key within a second count as one (typing). */
  apply(edit: Edit, coalesceKey?: string): void;
  undo(): void;
  redo(): void;
  select(componentId: string | null): void;
  /** Replaces the draft without history: loaded, restored, or somebody else's. */
  replace(draft: Draft): void;
}

const MAX_UNDO = 200;
const COALESCE_WITHIN_MS = 1000;

/** The draft being edited, with undo and redo. Drafts are never changed in place, so parts compare by reference. */
export function createDraftStore(initial: Draft, now: () => number = Date.now): DraftStore {
  const listeners = new Set<() => void>();
  let past: Draft[] = [];
  let future: Draft[] = [];
  let lastEdit = { key: '', at: 0 };
  let state: DraftState = { draft: initial, selected: null, canUndo: false, canRedo: false };

  function set(draft: Draft, selected = state.selected): void {
    const stillThere = draft.components.some((component) => component.id === selected);
    state = { draft, selected: stillThere ? selected : null, canUndo: past.length > 0, canRedo: future.length > 0 };
    for (const listener of listeners) listener();
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    apply(edit, coalesceKey = '') {
      const draft = edit(state.draft);
      if (draft === state.draft) return;
      const joins = coalesceKey !== '' && coalesceKey === lastEdit.key && now() - lastEdit.at < COALESCE_WITHIN_MS;
      lastEdit = { key: coalesceKey, at: now() };
      if (!joins) past = [...past.slice(-MAX_UNDO + 1), state.draft];
      future = [];
      set(draft);
    },
    undo() {
      const previous = past.at(-1);
      if (!previous) return;
      past = past.slice(0, -1);
      future = [state.draft, ...future];
      lastEdit = { key: '', at: 0 };
      set(previous);
    },
    redo() {
      const [next, ...rest] = future;
      if (!next) return;
      past = [...past, state.draft];
      future = rest;
      lastEdit = { key: '', at: 0 };
      set(next);
    },
    select(componentId) {
      if (componentId !== state.selected) set(state.draft, componentId);
    },
    replace(draft) {
      past = [];
      future = [];
      set(draft);
    },
  };
}
