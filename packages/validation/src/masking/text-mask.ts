/**
 * The mask of a text that arrives in pieces. All pieces together take time in proportion to their length. Each call
 * also takes time in proportion to the values that are masked, so callers join small pieces.
 */
export interface TextMask {
  /** Adds a piece. Returns the masked characters that are not part of the beginning of a value. */
  add(piece: string): string;
  /** Returns the rest of a complete text, masked. */
  end(): string;
}

/** Returns a mask that applies two masks one after the other. */
export function bothMasks(first: TextMask, second: TextMask): TextMask {
  return {
    add: (piece) => second.add(first.add(piece)),
    end: () => second.add(first.end()) + second.end(),
  };
}
