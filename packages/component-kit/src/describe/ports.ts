/** The port on which a successful step continues if its type has no other. */
export const NEXT_PORT = 'next';
/** The port on which a failed step continues if it is connected. */
export const ERROR_PORT = 'error';
/** The port of a component that chooses, if no case is true. */
export const DEFAULT_PORT = 'default';
