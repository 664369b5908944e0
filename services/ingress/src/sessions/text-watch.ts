import { setImmediate as nextTurn } from 'node:timers/promises';
import { runAs, type TurnOwner } from '@workflow/service-runtime';
import { MAX_TEXT_PLACES, type SessionQueries, type StoredPiece } from '@workflow/session-store';
import { unnumberedEvent, type StreamEvent } from './event-stream.ts';

const OWNER: TurnOwner = { kind: 'task', name: 'text-watch', organizationId: null };
const POLL_MS = 200;
/** Maximum duration of a poll. The next poll begins with the streams that it did not reach. */
const TURN_MS = 250;

/** A stream that gets the text of agents. */
export interface TextReader {
  readonly isReady: boolean;
  /** Resolves to true when the stream accepts an event, and to false when it is closed. */
  ready(): Promise<boolean>;
  send(event: StreamEvent): void;
}

/** A session whose text is read, and its reader. */
interface TextSubject {
  organizationId: string;
  sessionId: string;
  reader: TextReader;
  /** True if the reader may already have text of the running turns. */
  isReconnected: boolean;
}

interface Watched extends TextSubject {
  /** The number of the last piece that was sent. */
  after: number;
  /** The turns of which the reader has text. */
  begun: Set<string>;
}

/** A reader of one session's text. */
export interface WatchedText {
  /** Sends all text that is stored by now. */
  finish(): Promise<void>;
  stop(): void;
}

interface TextWatchOptions {
  queries: Pick<SessionQueries, 'turnTexts'>;
  onError(error: unknown): void;
}

/**
 * Sends the text of agents to the streams of their sessions while it is generated. Streams that have received the same
 * text of a session share what is read and serialized for them. Organizations take turns, and a stream whose client
 * reads slowly gets its next text later. Without a watched session there is no poll.
 */
export class TextWatch {
  readonly #options: TextWatchOptions;
  /** The stream that was served last is the last one. */
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: TextWatchOptions) {
    this.#options = options;
  }

  watch(subject: TextSubject): WatchedText {
    const watched: Watched = { ...subject, after: 0, begun: new Set() };
    this.#watched.add(watched);
    this.#schedule(0);
    return {
      finish: async () => {
        this.#watched.delete(watched);
        while (!this.#isClosed && (await watched.reader.ready()) && (await this.#sendNext([[watched]])) > 0) continue;
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
    const until = performance.now() + TURN_MS;
    const groups = inTurns(placesOf([...this.#watched].filter(({ reader }) => reader.isReady)));
    for (let at = 0; at < groups.length && performance.now() < until && !this.#isClosed; at += MAX_TEXT_PLACES) {
      const groupsToSend = groups.slice(at, at + MAX_TEXT_PLACES);
      await this.#sendNext(groupsToSend);
      for (const watched of groupsToSend.flat()) if (this.#watched.delete(watched)) this.#watched.add(watched);
      await nextTurn();
    }
    this.#timer = undefined;
    this.#schedule(POLL_MS);
  }

  /** Sends the next text at each position to its readers. Returns the number of pieces. */
  async #sendNext(places: readonly (readonly Watched[])[]): Promise<number> {
    try {
      const textPlaces = places
        .map(([first]) => first as Watched)
        .map(({ sessionId, after }) => ({ sessionId, after }));
      const found = await this.#options.queries.turnTexts(textPlaces);
      for (const [index, readers] of places.entries()) {
        const pieces = (found[index] ?? []).map((piece) => ({ piece, event: eventOf(piece) }));
        for (const watched of readers) send(watched, pieces);
      }
      return found.reduce((sum, pieces) => sum + pieces.length, 0);
    } catch (error) {
      this.#options.onError(error);
      return 0;
    }
  }
}

/** Returns the readers of each session, grouped by the text that they have received. */
function placesOf(readers: readonly Watched[]): Watched[][] {
  return [...Map.groupBy(readers, ({ sessionId, after }) => `${sessionId} ${after}`).values()];
}

/** Orders the positions so that the first one of each organization precedes all second ones, and so on. */
function inTurns(places: readonly Watched[][]): Watched[][] {
  const turns = new Map<string, number>();
  const numbered = places.map((place) => {
    const organizationId = place[0]?.organizationId ?? '';
    const turn = turns.get(organizationId) ?? 0;
    turns.set(organizationId, turn + 1);
    return { place, turn };
  });
  return numbered.sort((a, b) => a.turn - b.turn).map(({ place }) => place);
}

interface SentPiece {
  piece: StoredPiece;
  /** The text, serialized once for all readers. Null if the turn begins again. */
  event: StreamEvent | null;
}

function eventOf({ componentId, turn, text }: StoredPiece): StreamEvent | null {
  return text === null ? null : unnumberedEvent('text', { componentId, turn, text });
}

/** Sends pieces as long as the client reads them. The others are read again later. */
function send(watched: Watched, pieces: readonly SentPiece[]): void {
  for (const { piece, event } of pieces) {
    if (!watched.reader.isReady) return;
    // A poll and the end of the session may have read the same piece.
    if (piece.id > watched.after) sendPiece(watched, piece, event);
  }
}

function sendPiece(watched: Watched, { id, componentId, turn }: StoredPiece, event: StreamEvent | null): void {
  watched.after = id;
  const key = `${componentId} ${turn}`;
  const isBegun = watched.begun.has(key);
  if ((event === null && isBegun) || (event !== null && !isBegun && watched.isReconnected))
    watched.reader.send(unnumberedEvent('turn-restarted', { componentId, turn }));
  if (event === null) return;
  watched.begun.add(key);
  watched.reader.send(event);
}
