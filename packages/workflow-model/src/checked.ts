/** The result of a check: the value, or all its problems, each a complete message. */
export type Checked<T> = { ok: true; value: T } | { ok: false; problems: string[] };
