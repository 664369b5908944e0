/** The reason for which an operation is left out, as a sentence with the JSON pointer where it is. */
export class LeftOut extends Error {}

/** The reason for which a source cannot be read at all. */
export class SourceRefused extends Error {}
