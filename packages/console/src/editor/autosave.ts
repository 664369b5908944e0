import { ApiError, hasStatus } from '../api/api-error.ts';
import type { Draft, DraftStore } from './draft-store.ts';
import { createValueStore, type ValueStore } from './value-store.ts';

export type SaveStatus =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** Somebody else saved another draft since ours was read (412). */
  | { kind: 'conflict' }
  | { kind: 'failed'; error: unknown };

export interface Autosave {
  status: ValueStore<SaveStatus>;
  /** Saves what is not saved yet. @throws when it could not be saved. */
  flush(): Promise<void>;
  /** After a conflict: saves our draft over the other one. */
  overwrite(): Promise<void>;
  /** Takes the server's draft, and its ETag, in place of ours. */
  accept(draft: Draft, etag: string): void;
  start(): void;
  stop(): void;
}

interface AutosaveOptions {
  store: DraftStore;
  etag: string;
  /** Saves the draft under the ETag it was read with, and answers the new one. */
  save: (draft: Draft, etag: string) => Promise<string>;
  readEtag: () => Promise<string>;
}

const SAVE_AFTER_MS = 500;
const RETRY_AFTER_MS = 4000;

/** Saves the draft a moment after each change, one request at a time, always under the ETag of the last read. */
export function createAutosave({ store, etag: firstEtag, save, readEtag }: AutosaveOptions): Autosave {
  let etag = firstEtag;
  let saved = store.getState().draft;
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

  async function flush(): Promise<void> {
    clearTimeout(timer);
    while (running) await running.catch(() => undefined);
    if (status.get().kind === 'conflict') throw new ApiError(412, 'The workflow was changed by somebody else');
    while (store.getState().draft !== saved) {
      running = saveOnce().finally(() => {
        running = null;
      });
      await running;
    }
  }

  function onChange(): void {
    if (store.getState().draft === saved || status.get().kind === 'conflict') return;
    if (status.get().kind !== 'saving') status.set({ kind: 'unsaved' });
    schedule(SAVE_AFTER_MS);
  }
  let unsubscribe: () => void = () => undefined;

  return {
    status,
    flush,
    async overwrite() {
      etag = await readEtag();
      status.set({ kind: 'unsaved' });
      await flush();
    },
    accept(draft, newEtag) {
      clearTimeout(timer);
      etag = newEtag;
      saved = draft;
      status.set({ kind: 'saved' });
      store.replace(draft);
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

/** A refusal of the content (4xx) is not tried again: it would be refused again. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}
