/** What a check gives: the value, or every problem it has, each a whole message. */
export type Checked<T> = { ok: true; value: T } | { ok: false; problems: string[] };
