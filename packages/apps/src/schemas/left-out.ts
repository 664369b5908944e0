/** Thrown with the reason why an operation is left out, as a sentence with the JSON pointer of the place. */
export class LeftOut extends Error {}

/** Thrown with the reason why a source cannot be read. */
export class SourceRefused extends Error {}
