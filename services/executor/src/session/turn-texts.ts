import { isDeepStrictEqual } from 'node:util';
import type { StreamedText } from '@workflow/component-kit/run';
import type { Execution, TurnPlace } from '@workflow/session-store';
import { TurnText, type TextHiding } from './turn-text.ts';

const WRITE_EVERY_MS = 150;
/** The last pieces of a turn remain readable for this time. */
const KEEP_MS = 5_000;

interface TurnTextsOptions {
  store: Pick<Execution, 'writeTurnTexts' | 'deleteTurnTexts'>;
  onError(error: unknown): void;
}

/**
 * Writes the text of agents' running turns for the readers of their sessions. One statement writes the text of all
 * turns of this executor, a few times a second. The text is deleted after the turn has ended, because its step has it.
 * Losing it affects only the live view, so failures are only logged.
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

  /** Begins the text of a turn. Earlier text of the same turn becomes invalid. */
  begin(place: TurnPlace, hiding: TextHiding): StreamedText {
    const text = new TurnText(place, hiding);
    // The text of an earlier attempt is deleted together with that of this one.
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

  /** Schedules a write after this time, unless an earlier one is scheduled. */
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

  /** Writes after the previous writes, so that pieces remain in order. */
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
