/** In pixels at zoom 1; the bounds are those of the definition's schema. */
export const NOTE_SIZE = { width: 240, height: 140 };
export const MIN_NOTE_SIDE = 80;
export const MAX_NOTE_SIDE = 2000;
export const MAX_NOTE_LENGTH = 4000;
