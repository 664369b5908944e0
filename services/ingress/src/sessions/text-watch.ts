import { runAs, type TurnOwner } from '@workflow/service-runtime';
import type { SessionQueries, StoredPiece } from '@workflow/session-store';
import { unnumberedEvent, type StreamEvent } from './event-stream.ts';

const OWNER: TurnOwner = { kind: 'task', name: 'text-watch', organizationId: null };
const POLL_MS = 200;

/** A stream that gets the words of agents. */
export interface TextReader {
  readonly isReady: boolean;
  send(event: StreamEvent): void;
}

interface Watched {
  sessionId: string;
  reader: TextReader;
  /** The number of the last piece that was sent. */
  after: number;
  /** The turns of which the reader has words, or may have some from an earlier connection. */
  begun: Set<string>;
  isReconnected: boolean;
}

/** A reader of the words of one session. */
export interface WatchedText {
  /** Sends all words that are stored by now. */
  finish(): Promise<void>;
  stop(): void;
}

export interface TextWatchOptions {
  queries: Pick<SessionQueries, 'turnTexts'>;
  onError(error: unknown): void;
}

/**
 * Sends the words of agents to the streams of their sessions while the words are generated. Each poll is one statement
 * for all watched sessions of this replica, and there is none while no session is watched.
 */
export class TextWatch {
  readonly #options: TextWatchOptions;
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: TextWatchOptions) {
    this.#options = options;
  }

  /** @param isReconnected the reader may have words of the turns that are under way */
  watch(sessionId: string, reader: TextReader, { isReconnected }: { isReconnected: boolean }): WatchedText {
    const watched: Watched = { sessionId, reader, after: 0, begun: new Set(), isReconnected };
    this.#watched.add(watched);
    this.#schedule(0);
    return {
      finish: async () => {
        while (watched.reader.isReady && (await this.#sendNext([watched]))) continue;
        this.#watched.delete(watched);
      },
      stop: () => void this.#watched.delete(watched),
    };
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#watched.clear();
  }

  #schedule(inMs: number): void {
    if (this.#timer !== undefined || this.#isClosed || this.#watched.size === 0) return;
    this.#timer = setTimeout(() => runAs(OWNER, () => void this.#poll()), inMs);
  }

  async #poll(): Promise<void> {
    await this.#sendNext([...this.#watched].filter(({ reader }) => reader.isReady));
    this.#timer = undefined;
    this.#schedule(POLL_MS);
  }

  /** Sends the next words of each session. Returns true if there were any. */
  async #sendNext(readers: readonly Watched[]): Promise<boolean> {
    try {
      // Streams of one session usually have the same words, which are read once.
      const wanted = new Map(readers.map(({ sessionId, after }) => [`${sessionId} ${after}`, { sessionId, after }]));
      const pieces = await this.#options.queries.turnTexts([...wanted.values()]);
      const bySession = Map.groupBy(pieces, ({ sessionId }) => sessionId);
      for (const watched of readers)
        for (const piece of bySession.get(watched.sessionId) ?? []) if (piece.id > watched.after) send(watched, piece);
      return pieces.length > 0;
    } catch (error) {
      this.#options.onError(error);
      return false;
    }
  }
}

function send(watched: Watched, { id, componentId, turn, text }: StoredPiece): void {
  watched.after = id;
  const key = `${componentId} ${turn}`;
  const isBegun = watched.begun.has(key);
  if ((text === null && isBegun) || (text !== null && !isBegun && watched.isReconnected))
    watched.reader.send(unnumberedEvent('turn-restarted', { componentId, turn }));
  if (text === null) return;
  watched.begun.add(key);
  watched.reader.send(unnumberedEvent('text', { componentId, turn, text }));
}
