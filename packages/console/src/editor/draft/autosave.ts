import { ApiError, hasStatus } from '../../api/api-error.ts';
import { createValueStore, type ValueStore } from '../../ui/value-store.ts';
import type { Draft, DraftStore } from './draft-store.ts';
import { revisionOf } from './revision-of.ts';
import type { SaveStatus } from './save-status.ts';

/** A draft as the server has it. */
interface SavedDraft {
  draft: Draft;
  etag: string;
}

export interface Autosave {
  status: ValueStore<SaveStatus>;
  /** Saves unsaved changes. @throws when saving failed. */
  flush(): Promise<void>;
  /** The same, then acts on the saved draft, whose ETag goes with the request: it may be outdated (412). */
  withSaved<T>(act: (etag: string) => Promise<T>): Promise<T>;
  /** After a conflict: saves our draft over the other one. */
  overwrite(): Promise<void>;
  /** Reads, or makes, another draft on the server and shows it: as a step that can be undone. */
  takeOver(read: () => Promise<SavedDraft>): Promise<void>;
  /** Leaves without saving: nothing is sent any more. */
  discard(): void;
  /** The ETag of the draft that was read or saved last. */
  etag(): string;
  start(): void;
  stop(): void;
}

interface AutosaveOptions {
  store: DraftStore;
  etag: string;
  /** Saves the draft with the ETag it was read with, and returns the new ETag. */
  save: (draft: Draft, etag: string, signal: AbortSignal) => Promise<string>;
  readEtag: () => Promise<string>;
  /** Calls back with the ETag of each draft that the page reads from the server. */
  watch?: (onRead: (etag: string) => void) => () => void;
}

const SAVE_AFTER_MS = 500;
export const RETRY_AFTER_MS = 4000;
/** After this time without an answer, saving failed. */
const SAVE_TIMEOUT_MS = 30_000;

/** Saves the draft shortly after each change, one request at a time, always with the ETag of the last read. */
export function createAutosave({ store, etag: firstEtag, save, readEtag, watch }: AutosaveOptions): Autosave {
  let etag = firstEtag;
  /** null when the server's draft is another one. */
  let saved: Draft | null = store.getState().draft;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const turns = createTurns();
  const discarded = new AbortController();
  const status = createValueStore<SaveStatus>({ kind: 'saved' });

  function schedule(afterMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush().catch(() => undefined), afterMs);
  }

  async function saveOnce(): Promise<void> {
    const { draft } = store.getState();
    status.set({ kind: 'saving' });
    try {
      const signal = AbortSignal.any([discarded.signal, AbortSignal.timeout(SAVE_TIMEOUT_MS)]);
      etag = await save(draft, etag, signal);
      saved = draft;
      status.set({ kind: store.getState().draft === draft ? 'saved' : 'unsaved' });
    } catch (error) {
      if (discarded.signal.aborted) return;
      const failed = statusAfter(error);
      status.set(failed);
      if (failed.kind === 'failed' && failed.isRepeated) schedule(RETRY_AFTER_MS);
      throw error;
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    await turns.idle();
    if (status.get().kind === 'conflict') throw new ApiError(412, 'A newer version was saved elsewhere');
    while (store.getState().draft !== saved && !discarded.signal.aborted) await turns.take(saveOnce);
  }

  function onChange(): void {
    const isSaved = store.getState().draft === saved;
    const { kind } = status.get();
    if (kind === 'discarded') return;
    if (kind === 'conflict') return status.set({ kind, hasChanges: !isSaved });
    if (isSaved && kind === 'saved') return;
    // A step back may lead to what the server has.
    if (kind !== 'saving') status.set({ kind: isSaved ? 'saved' : 'unsaved' });
    if (!isSaved) schedule(SAVE_AFTER_MS);
  }

  /** Notices that somebody else saved a newer draft. While ours is saved, the answer to that decides. */
  function onRead(readNow: string): void {
    if (turns.isTaken() || !isNewer(readNow, etag)) return;
    const { kind } = status.get();
    if (kind === 'conflict' || kind === 'discarded') return;
    clearTimeout(timer);
    status.set({ kind: 'conflict', hasChanges: store.getState().draft !== saved });
  }

  let stop: () => void = () => undefined;

  return {
    status,
    flush,
    async withSaved(act) {
      await flush();
      try {
        return await act(etag);
      } catch (error) {
        if (hasStatus(error, 412)) status.set({ kind: 'conflict', hasChanges: store.getState().draft !== saved });
        throw error;
      }
    },
    async overwrite() {
      await turns.take(async () => {
        etag = await readEtag();
        saved = null;
        status.set({ kind: 'unsaved' });
      });
      await flush();
    },
    takeOver: (read) =>
      turns.take(async () => {
        const { draft, etag: newEtag } = await read();
        clearTimeout(timer);
        etag = newEtag;
        saved = draft;
        store.replace(draft);
        status.set({ kind: 'saved' });
      }),
    discard() {
      discarded.abort();
      clearTimeout(timer);
      status.set({ kind: 'discarded' });
    },
    etag: () => etag,
    start() {
      stop();
      const unsubscribe = store.subscribe(onChange);
      const unwatch = watch?.(onRead);
      stop = () => {
        unsubscribe();
        unwatch?.();
      };
    },
    stop() {
      clearTimeout(timer);
      stop();
    },
  };
}

interface Turns {
  /** Runs a change of the server's draft after the one before it has ended. */
  take(change: () => Promise<void>): Promise<void>;
  isTaken(): boolean;
  /** Waits until no change runs. */
  idle(): Promise<void>;
}

function createTurns(): Turns {
  let running: Promise<void> | null = null;
  async function idle(): Promise<void> {
    while (running) await running.catch(() => undefined);
  }
  return {
    idle,
    isTaken: () => running !== null,
    async take(change) {
      await idle();
      running = change().finally(() => (running = null));
      await running;
    },
  };
}

function isNewer(etag: string, than: string): boolean {
  return (revisionOf(etag) ?? 0) > (revisionOf(than) ?? 0);
}

function statusAfter(error: unknown): SaveStatus {
  if (hasStatus(error, 412)) return { kind: 'conflict', hasChanges: true };
  return { kind: 'failed', error, isRepeated: !isRefusal(error) };
}

/** A refusal of the content (4xx) is not retried: it would be refused again. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}
