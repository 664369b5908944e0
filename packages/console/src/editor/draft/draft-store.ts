import type { Definition } from '@workflow/workflow-model';
import type { UnsavedText } from './unsaved-text.ts';

/** The draft of a workflow, which is edited and saved. */
export interface Draft extends Definition {
  name: string;
  description: string;
}

export type Edit = (draft: Draft) => Draft;

export interface DraftState {
  draft: Draft;
  /** Texts of fields that the draft cannot take. */
  unsavedTexts: readonly UnsavedText[];
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
  setUnsavedTexts(change: (texts: readonly UnsavedText[]) => readonly UnsavedText[]): void;
  /** Replaces the draft by another one that is saved, as a step that can be undone. */
  replace(draft: Draft): void;
  /** The drafts that undo and redo lead to. */
  history(): DraftHistory;
}

export interface DraftHistory {
  /** The newest last. */
  past: readonly Draft[];
  /** The next one first. */
  future: readonly Draft[];
}

interface DraftStoreOptions {
  /** The draft's history from an earlier visit. */
  history?: DraftHistory | null;
  now?: () => number;
}

const MAX_UNDO = 200;
const COALESCE_WITHIN_MS = 1000;

/** The draft being edited, with undo and redo. Drafts are never changed in place, so parts compare by reference. */
export function createDraftStore(
  initial: Draft,
  { history = null, now = Date.now }: DraftStoreOptions = {},
): DraftStore {
  const listeners = new Set<() => void>();
  let past: readonly Draft[] = history?.past ?? [];
  let future: readonly Draft[] = history?.future ?? [];
  let lastEdit = { key: '', at: 0 };
  let state: DraftState = {
    draft: initial,
    unsavedTexts: [],
    selected: null,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  };

  function set(draft: Draft, selected = state.selected): void {
    const stillThere = draft.components.some((component) => component.id === selected);
    state = {
      draft,
      unsavedTexts: state.unsavedTexts.filter((text) =>
        text.remainsAfter({ before: state.draft, after: draft, selected }),
      ),
      selected: stillThere ? selected : null,
      canUndo: past.length > 0,
      canRedo: future.length > 0,
    };
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
      if (componentId === state.selected) return;
      // An edit of this component, such as the one that added it, may go on.
      if (!lastEdit.key.includes(componentId ?? ' ')) lastEdit = { key: '', at: 0 };
      set(state.draft, componentId);
    },
    setUnsavedTexts(change) {
      const unsavedTexts = change(state.unsavedTexts);
      if (unsavedTexts.length === 0 && state.unsavedTexts.length === 0) return;
      state = { ...state, unsavedTexts };
      for (const listener of listeners) listener();
    },
    replace(draft) {
      past = [...past.slice(-MAX_UNDO + 1), state.draft];
      future = [];
      lastEdit = { key: '', at: 0 };
      set(draft);
    },
    history: () => ({ past, future }),
  };
}
