import { isDeepStrictEqual } from 'node:util';
import type { StreamedText } from '@workflow/component-kit/run';
import type { Execution, TurnPlace, TurnPiece } from '@workflow/session-store';
import type { Mask } from './storable-json.ts';

/** Bytes of the words of one turn that are streamed. Readers get the rest with the turn. */
export const MAX_TURN_TEXT_BYTES = 262_144;
/** The maximum size of one piece, in bytes of UTF-8. */
const MAX_PIECE_BYTES = 8_192;
const WRITE_EVERY_MS = 150;
/** The time that readers have for the last pieces of a turn. */
const KEEP_MS = 5_000;

/** Returns the mask of texts, and how many characters at the end of a text may belong to something to mask. */
export interface TextHiding {
  mask(): Mask;
  openEnd(text: string): number;
}

interface TurnTextsOptions {
  store: Pick<Execution, 'writeTurnTexts' | 'deleteTurnTexts'>;
  onError(error: unknown): void;
}

/**
 * Writes the text of agents' running turns for the readers of their sessions, for all turns of this executor in one
 * statement, a few times a second. The text is deleted when the turn has ended, because its step has it. Losing it
 * affects only the live view, so failures are only logged.
 */
export class TurnTexts {
  readonly #options: TurnTextsOptions;
  readonly #changed = new Set<TurnText>();
  #ended: { place: TurnPlace; atMs: number }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #timerAtMs = 0;
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: TurnTextsOptions) {
    this.#options = options;
  }

  /** Begins the words of a turn. Earlier words of the same turn are void. */
  begin(place: TurnPlace, hiding: TextHiding): StreamedText {
    const text = new TurnText(place, hiding);
    // The words of an earlier try are deleted with those of this one.
    this.#ended = this.#ended.filter(({ place: ended }) => !isDeepStrictEqual(ended, place));
    this.#note(text);
    return {
      add: (piece) => {
        text.add(piece);
        this.#note(text);
      },
      end: async () => {
        text.end();
        this.#changed.add(text);
        await this.#write();
        this.#ended.push({ place, atMs: performance.now() });
        this.#schedule(KEEP_MS);
      },
    };
  }

  /** Stops the timer, and writes nothing more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#writing;
  }

  #note(text: TurnText): void {
    this.#changed.add(text);
    this.#schedule(WRITE_EVERY_MS);
  }

  /** Writes after this time, or earlier if that was asked for before. */
  #schedule(inMs: number): void {
    const atMs = performance.now() + inMs;
    if (this.#isClosed || (this.#timer !== undefined && this.#timerAtMs <= atMs)) return;
    clearTimeout(this.#timer);
    this.#timerAtMs = atMs;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#write();
    }, inMs);
    this.#timer.unref();
  }

  /** Writes after the writes before, so that pieces stay in their order. */
  #write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeChanged());
    return this.#writing;
  }

  async #writeChanged(): Promise<void> {
    const pieces = [...this.#changed].flatMap((text) => text.take());
    this.#changed.clear();
    const before = performance.now() - KEEP_MS;
    const count = this.#ended.findIndex(({ atMs }) => atMs > before);
    const ended = this.#ended.splice(0, count < 0 ? this.#ended.length : count);
    try {
      if (pieces.length > 0) await this.#options.store.writeTurnTexts(pieces);
      if (ended.length > 0) await this.#options.store.deleteTurnTexts(ended.map(({ place }) => place));
    } catch (error) {
      this.#options.onError(error);
    }
    if (this.#changed.size > 0) this.#schedule(WRITE_EVERY_MS);
    else if (this.#ended.length > 0) this.#schedule(KEEP_MS);
  }
}

/** The words of one turn: what has arrived, and what was taken for readers. */
class TurnText {
  readonly #place: TurnPlace;
  readonly #hiding: TextHiding;
  #arrived = '';
  #taken = '';
  #isBegun = false;
  #isFull = false;
  #isEnded = false;

  constructor(place: TurnPlace, hiding: TextHiding) {
    this.#place = place;
    this.#hiding = hiding;
  }

  add(piece: string): void {
    if (this.#isFull) return;
    this.#arrived += piece;
    this.#isFull = Buffer.byteLength(this.#arrived) > MAX_TURN_TEXT_BYTES;
  }

  end(): void {
    this.#isEnded = true;
  }

  /** Returns the pieces that are new and whose characters cannot belong to a value that is hidden. */
  take(): TurnPiece[] {
    const beginning = this.#isBegun ? [] : [{ ...this.#place, text: null }];
    this.#isBegun = true;
    const shown = this.#shown();
    // A mask may change what was shown already, if it learned more values meanwhile.
    if (!shown.startsWith(this.#taken)) return beginning;
    const more = shown.slice(this.#taken.length);
    this.#taken = shown;
    return [...beginning, ...splitText(more).map((text) => ({ ...this.#place, text }))];
  }

  #shown(): string {
    const mask = this.#hiding.mask() ?? ((text: string) => text);
    const whole = mask(this.#arrived);
    if (this.#isEnded && !this.#isFull) return whole;
    const closed = this.#arrived.slice(0, this.#arrived.length - this.#hiding.openEnd(this.#arrived));
    return commonBeginning(whole, mask(closed));
  }
}

function commonBeginning(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return withoutHalf(one.slice(0, length));
}

/** Returns the text without the first half of a character at its end. */
function withoutHalf(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}

/** Splits a text into pieces that PostgreSQL can store. */
function splitText(text: string): string[] {
  const pieces: string[] = [];
  // A character has at most 3 bytes for each of its units.
  const step = Math.floor(MAX_PIECE_BYTES / 3);
  for (let at = 0; at < text.length;) {
    const piece = withoutHalf(text.slice(at, at + step)) || text.slice(at, at + 2);
    pieces.push(piece.replaceAll('\0', '\uFFFD').toWellFormed());
    at += piece.length;
  }
  return pieces;
}
