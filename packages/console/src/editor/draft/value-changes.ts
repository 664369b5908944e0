/** One value that differs; undefined where there is none. */
export interface ValueChange {
  /** As `config.fields[0].key`; empty for the whole value. */
  path: string;
  before: unknown;
  after: unknown;
}

/** The values that differ between two JSON values, the innermost ones; the order of keys does not count. */
export function valueChanges(before: unknown, after: unknown, path = ''): ValueChange[] {
  if (Object.is(before, after)) return [];
  const [old, present] = [entriesOf(before), entriesOf(after)];
  if (!old || !present || Array.isArray(before) !== Array.isArray(after)) return [{ path, before, after }];
  return [...new Set([...old.keys(), ...present.keys()])].flatMap((key) =>
    valueChanges(old.get(key), present.get(key), inner(path, key, Array.isArray(after))),
  );
}

function entriesOf(value: unknown): Map<string, unknown> | null {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null;
}

function inner(path: string, key: string, isList: boolean): string {
  if (isList) return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}
