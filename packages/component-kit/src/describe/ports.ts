/** The port that a step takes when it succeeds and its type has no other. */
export const NEXT_PORT = 'next';
/** The port that a failed step takes when it is connected. */
export const ERROR_PORT = 'error';
/** The port of a component that chooses when nothing else fits. */
export const DEFAULT_PORT = 'default';
