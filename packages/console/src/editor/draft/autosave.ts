import { ApiError, hasStatus } from '../../api/api-error.ts';
import type { Draft, DraftStore } from './draft-store.ts';
import { createValueStore, type ValueStore } from '../../ui/value-store.ts';

type SaveStatus =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** Somebody else saved another draft since ours was read (412). */
  | { kind: 'conflict' }
  | { kind: 'failed'; error: unknown };

export interface Autosave {
  status: ValueStore<SaveStatus>;
  /** Saves unsaved changes. @throws when saving failed. */
  flush(): Promise<void>;
  /** The same, then acts on the saved draft, whose ETag goes with the request: it may be outdated (412). */
  withSaved<T>(act: (etag: string) => Promise<T>): Promise<T>;
  /** After a conflict: saves our draft over the other one. */
  overwrite(): Promise<void>;
  /** Replaces our draft and ETag with the server's: as a step that can be undone, or as the draft to begin with. */
  accept(draft: Draft, etag: string, isStep: boolean): void;
  /** The ETag of the draft that was read or saved last. */
  etag(): string;
  start(): void;
  stop(): void;
}

interface AutosaveOptions {
  store: DraftStore;
  etag: string;
  /** Saves the draft with the ETag it was read with, and returns the new ETag. */
  save: (draft: Draft, etag: string) => Promise<string>;
  readEtag: () => Promise<string>;
}

const SAVE_AFTER_MS = 500;
const RETRY_AFTER_MS = 4000;

/** Saves the draft shortly after each change, one request at a time, always with the ETag of the last read. */
export function createAutosave({ store, etag: firstEtag, save, readEtag }: AutosaveOptions): Autosave {
  let etag = firstEtag;
  /** null when the server's draft is another one. */
  let saved: Draft | null = store.getState().draft;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  const status = createValueStore<SaveStatus>({ kind: 'saved' });

  function schedule(afterMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush().catch(() => undefined), afterMs);
  }

  async function saveOnce(): Promise<void> {
    const draft = store.getState().draft;
    status.set({ kind: 'saving' });
    try {
      etag = await save(draft, etag);
      saved = draft;
      status.set({ kind: store.getState().draft === draft ? 'saved' : 'unsaved' });
    } catch (error) {
      const conflict = hasStatus(error, 412);
      status.set(conflict ? { kind: 'conflict' } : { kind: 'failed', error });
      if (!conflict && !isRefusal(error)) schedule(RETRY_AFTER_MS);
      throw error;
    }
  }

  function nothingRuns(): void {
    running = null;
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    while (running) await running.catch(() => undefined);
    if (status.get().kind === 'conflict')
      throw new ApiError(412, 'Somebody else changed this workflow while you edited it');
    while (store.getState().draft !== saved) {
      running = saveOnce().finally(nothingRuns);
      await running;
    }
  }

  function onChange(): void {
    const isSaved = store.getState().draft === saved;
    const { kind } = status.get();
    if (kind === 'conflict' || (isSaved && kind === 'saved')) return;
    // A step back may lead to what the server has.
    if (kind !== 'saving') status.set({ kind: isSaved ? 'saved' : 'unsaved' });
    if (!isSaved) schedule(SAVE_AFTER_MS);
  }
  let unsubscribe: () => void = () => undefined;

  return {
    status,
    flush,
    async withSaved(act) {
      await flush();
      try {
        return await act(etag);
      } catch (error) {
        if (hasStatus(error, 412)) status.set({ kind: 'conflict' });
        throw error;
      }
    },
    async overwrite() {
      etag = await readEtag();
      saved = null;
      status.set({ kind: 'unsaved' });
      await flush();
    },
    etag: () => etag,
    accept(draft, newEtag, isStep) {
      clearTimeout(timer);
      etag = newEtag;
      saved = draft;
      store.replace(draft, isStep);
      status.set({ kind: 'saved' });
    },
    start() {
      unsubscribe = store.subscribe(onChange);
    },
    stop() {
      clearTimeout(timer);
      unsubscribe();
    },
  };
}

/** A refusal of the content (4xx) is not retried: it would be refused again. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}
