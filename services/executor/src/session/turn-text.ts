import type { TurnPiece, TurnPlace } from '@workflow/session-store';
import type { TextMask } from '@workflow/validation';

/** Maximum bytes of one turn's text that are streamed. Readers get the whole text with the turn. */
export const MAX_TURN_TEXT_BYTES = 262_144;
/** The maximum size of one piece, in bytes of UTF-8. */
const MAX_PIECE_BYTES = 8_192;

/** Masks the texts of a session. */
export interface TextHiding {
  /** Returns the mask of a text that arrives in pieces. */
  open(): TextMask;
  /** Returns the number of values that the mask knows. */
  size(): number;
}

/** The text of one turn: what arrived, and what was passed on to readers. */
export class TurnText {
  readonly #place: TurnPlace;
  readonly #hiding: TextHiding;
  #mask: TextMask;
  #maskSize: number;
  /** The text that the mask has read, and the text that arrived after it. */
  #read = '';
  #new = '';
  #bytes = 0;
  #taken = '';
  /** Text that was passed on and that the mask returns again, because it was opened again. */
  #repeated = '';
  /** The first half of a surrogate pair. */
  #half = '';
  #isBegun = false;
  #isStopped = false;
  #isEnded = false;

  constructor(place: TurnPlace, hiding: TextHiding) {
    this.#place = place;
    this.#hiding = hiding;
    this.#mask = hiding.open();
    this.#maskSize = hiding.size();
  }

  add(piece: string): void {
    if (this.#isFull) return;
    this.#new += piece;
    this.#bytes += Buffer.byteLength(piece);
  }

  end(): void {
    this.#isEnded = true;
  }

  /** Returns the new pieces whose characters cannot belong to a hidden value. */
  take(): TurnPiece[] {
    const beginning = this.#isBegun ? [] : [{ ...this.#place, text: null }];
    this.#isBegun = true;
    const shown = this.#half + this.#notRepeated(this.#masked());
    const whole = this.#isEnded ? shown : withoutHalf(shown);
    this.#half = shown.slice(whole.length);
    this.#taken += whole;
    return [...beginning, ...splitText(whole).map((text) => ({ ...this.#place, text }))];
  }

  get #isFull(): boolean {
    return this.#bytes > MAX_TURN_TEXT_BYTES;
  }

  /** Masks the new text, or all of the text again if the session has more hidden values than before. */
  #masked(): string {
    if (this.#isStopped) return '';
    const added = this.#new;
    this.#new = '';
    this.#read += added;
    const size = this.#hiding.size();
    const isSame = size === this.#maskSize;
    if (!isSame) {
      this.#mask = this.#hiding.open();
      this.#maskSize = size;
      this.#repeated = this.#taken + this.#half;
    }
    const masked = this.#mask.add(isSame ? added : this.#read);
    // The end of a text that was cut may be the beginning of a hidden value.
    return this.#isEnded && !this.#isFull ? masked + this.#mask.end() : masked;
  }

  /**
   * Removes the text that was passed on before. Shows nothing more if that text contains a value that is hidden now.
   */
  #notRepeated(masked: string): string {
    const repeated = this.#repeated.slice(0, masked.length);
    if (!masked.startsWith(repeated)) {
      this.#isStopped = true;
      this.#half = '';
      return '';
    }
    this.#repeated = this.#repeated.slice(repeated.length);
    return masked.slice(repeated.length);
  }
}

/** Returns the text without half of a surrogate pair at its end. */
function withoutHalf(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text.slice(-1)) ? text.slice(0, -1) : text;
}

/** Splits a text into pieces that PostgreSQL can store. */
function splitText(text: string): string[] {
  const pieces: string[] = [];
  // A character has at most 3 bytes for each UTF-16 code unit.
  const step = Math.floor(MAX_PIECE_BYTES / 3);
  for (let at = 0; at < text.length;) {
    const piece = withoutHalf(text.slice(at, at + step)) || text.slice(at, at + 2);
    pieces.push(piece.replaceAll('\0', '\uFFFD').toWellFormed());
    at += piece.length;
  }
  return pieces;
}
