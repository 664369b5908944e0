import { replaceEqualDeep } from '@tanstack/react-query';
import { ApiError, hasStatus } from '../../api/api-error.ts';
import { createValueStore } from '../../ui/value-store.ts';
import type { Draft, DraftStore } from './draft-store.ts';
import { revisionOf } from './revision-of.ts';
import { RETRY_AFTER_MS, type SaveStatus } from './save-status.ts';

/** A draft as the server has it. */
interface SavedDraft {
  draft: Draft;
  etag: string;
}

interface AutosaveOptions {
  store: DraftStore;
  etag: string;
  /** Saves the draft with the ETag it was read with, and returns the new ETag. */
  save: (draft: Draft, etag: string, signal: AbortSignal) => Promise<string>;
  /** Reads the draft that the server has. */
  read: () => Promise<SavedDraft>;
  /** Calls back with the ETag of each draft that the page reads from the server. */
  watch?: (onRead: (etag: string) => void) => () => void;
}

const SAVE_AFTER_MS = 500;
/** After this time without an answer, saving failed. */
const SAVE_TIMEOUT_MS = 30_000;

/** Saves the draft shortly after each change, one request at a time, always with the ETag of the last read. */
export class Autosave {
  readonly status = createValueStore<SaveStatus>({ kind: 'saved' });
  readonly #options: AutosaveOptions;
  readonly #store: DraftStore;
  readonly #turns = createTurns();
  readonly #discarded = new AbortController();
  #etag: string;
  /** null when the server's draft is another one. */
  #saved: Draft | null;
  /** The drafts of saves that failed without a clear answer. The server may have saved any of them. */
  #unanswered: readonly Draft[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unsubscribe: () => void = () => undefined;

  constructor(options: AutosaveOptions) {
    this.#options = options;
    this.#store = options.store;
    this.#etag = options.etag;
    this.#saved = options.store.getState().draft;
  }

  /** Returns the ETag of the draft that was read or saved last. */
  etag(): string {
    return this.#etag;
  }

  start(): void {
    this.#unsubscribe();
    this.#unsubscribe = joined(
      this.#store.subscribe(() => this.#onChange()),
      this.#options.watch?.((etag) => this.#onRead(etag)),
    );
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#unsubscribe();
  }

  /** Leaves without saving: nothing is sent any more. */
  discard(): void {
    this.#discarded.abort();
    clearTimeout(this.#timer);
    this.status.set({ kind: 'discarded' });
  }

  /** Saves unsaved changes. @throws when saving failed. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#turns.take(async () => {
      if (this.status.get().kind === 'conflict') throw new ApiError(412, 'A newer version was saved elsewhere');
      while (this.#hasChanges() && !this.#discarded.signal.aborted) await this.#saveOnce();
    });
  }

  /** Saves the draft, then acts on it. The request sends its ETag, which may be outdated (412). */
  async withSaved<T>(act: (etag: string) => Promise<T>): Promise<T> {
    await this.flush();
    try {
      return await act(this.#etag);
    } catch (error) {
      if (hasStatus(error, 412)) this.status.set({ kind: 'conflict', hasChanges: this.#hasUnsaved() });
      throw error;
    }
  }

  /** After a conflict: saves our draft over the other one. */
  async overwrite(): Promise<void> {
    await this.#turns.take(async () => {
      this.#etag = (await this.#options.read()).etag;
      this.#saved = null;
      this.status.set({ kind: 'unsaved' });
    });
    await this.flush();
  }

  /** Reads, or makes, another draft on the server and shows it: as a step that can be undone. */
  takeOver(read: () => Promise<SavedDraft>): Promise<void> {
    return this.#turns.take(async () => {
      const { draft, etag } = await read();
      clearTimeout(this.#timer);
      this.#etag = etag;
      this.#saved = draft;
      this.#store.replace(draft);
      this.status.set(this.#settled());
    });
  }

  #hasChanges(): boolean {
    return this.#store.getState().draft !== this.#saved;
  }

  #hasUnsaved(): boolean {
    return this.#hasChanges() || this.#settled().kind === 'unreadable';
  }

  /** Returns the status while the server has the draft. */
  #settled(): SaveStatus {
    return { kind: this.#store.getState().unsavedTexts.length > 0 ? 'unreadable' : 'saved' };
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush().catch(() => undefined), afterMs);
  }

  async #saveOnce(): Promise<void> {
    const { draft } = this.#store.getState();
    this.status.set({ kind: 'saving' });
    try {
      const signal = AbortSignal.any([this.#discarded.signal, AbortSignal.timeout(SAVE_TIMEOUT_MS)]);
      this.#etag = await this.#options.save(draft, this.#etag, signal);
      this.#savedAs(draft);
    } catch (error) {
      if (this.#discarded.signal.aborted) return;
      if (hasStatus(error, 412) && (await this.#findsOwnDraft())) return;
      const failed = statusAfter(error);
      if (failed.kind === 'failed' && failed.isRepeated) this.#unanswered = [...this.#unanswered, draft];
      this.status.set(failed);
      if (failed.kind === 'failed' && failed.isRepeated) this.#schedule(RETRY_AFTER_MS);
      throw error;
    }
  }

  #savedAs(draft: Draft): void {
    this.#saved = draft;
    this.#unanswered = [];
    this.status.set(this.#hasChanges() ? { kind: 'unsaved' } : this.#settled());
  }

  /** Returns whether the newer draft on the server is one of ours whose answer was lost, and continues from it. */
  async #findsOwnDraft(): Promise<boolean> {
    if (this.#unanswered.length === 0) return false;
    const server = await this.#options.read();
    const own = this.#unanswered.find((draft) => isSameDraft(draft, server.draft));
    if (own === undefined) return false;
    this.#etag = server.etag;
    this.#savedAs(own);
    return true;
  }

  #onChange(): void {
    const { kind } = this.status.get();
    const isSaved = !this.#hasChanges();
    if (kind === 'discarded') return;
    if (kind === 'conflict') {
      this.status.set({ kind, hasChanges: this.#hasUnsaved() });
      return;
    }
    const settled = this.#settled();
    if (isSaved && kind === settled.kind) return;
    // A step back may lead to what the server has.
    if (kind !== 'saving') this.status.set(isSaved ? settled : { kind: 'unsaved' });
    if (!isSaved) this.#schedule(SAVE_AFTER_MS);
  }

  /**
   * Notices that somebody else saved a newer draft. While ours is saved, the answer to that decides, and after a lost
   * answer the next save does.
   */
  #onRead(etag: string): void {
    const { kind } = this.status.get();
    if (
      this.#turns.isTaken() ||
      this.#unanswered.length > 0 ||
      !isNewer(etag, this.#etag) ||
      kind === 'conflict' ||
      kind === 'discarded'
    )
      return;
    clearTimeout(this.#timer);
    this.status.set({ kind: 'conflict', hasChanges: this.#hasUnsaved() });
  }
}

function joined(...ends: readonly ((() => void) | undefined)[]): () => void {
  return () => {
    for (const end of ends) end?.();
  };
}

interface Turns {
  /** Runs a change of the server's draft after all changes before it have ended. */
  take(change: () => Promise<void>): Promise<void>;
  /** Returns whether a change runs or waits for its turn. */
  isTaken(): boolean;
}

function createTurns(): Turns {
  let taken = 0;
  let last: Promise<void> = Promise.resolve();
  return {
    isTaken: () => taken > 0,
    take(change) {
      taken += 1;
      const turn = last.then(change).finally(() => (taken -= 1));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

function isSameDraft(one: Draft, other: Draft): boolean {
  const asJson = (draft: Draft): unknown => JSON.parse(JSON.stringify(draft));
  const json = asJson(one);
  return replaceEqualDeep(json, asJson(other)) === json;
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
