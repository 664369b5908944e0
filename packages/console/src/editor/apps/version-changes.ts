import type { Json, JsonObject } from '@workflow/workflow-model';
import { type ArgumentProperty, resolved, shapeOf } from './argument-schema.ts';

/** A difference between the arguments of two versions of an operation. Paths are those of a person: `body.title`. */
export type ArgumentChange =
  | { kind: 'added'; path: string[]; required: boolean }
  | { kind: 'removed' | 'changed'; path: string[] }
  | { kind: 'renamed'; path: string[]; to: string };

/** Objects within objects that are compared. */
const MAX_DEPTH = 6;

/**
 * Compares the schemas of an operation's arguments. A property that is gone and a single new one with the same schema
 * are one that was renamed.
 */
export function argumentChanges(before: unknown, after: unknown): ArgumentChange[] {
  return changesIn({ schema: before, root: before }, { schema: after, root: after }, []);
}

interface Place {
  schema: unknown;
  root: unknown;
}

function changesIn(before: Place, after: Place, path: string[]): ArgumentChange[] {
  const [old, next] = [propertiesAt(before), propertiesAt(after)];
  if (old === null || next === null || path.length > MAX_DEPTH)
    return contentOf(before) === contentOf(after) ? [] : [{ kind: 'changed', path }];
  const gone = old.filter(({ key }) => !next.some((one) => one.key === key));
  const fresh = next.filter(({ key }) => !old.some((one) => one.key === key));
  const changes: ArgumentChange[] = [];
  for (const property of gone) {
    const same = fresh.filter((one) => contentOf(placeOf(one, after)) === contentOf(placeOf(property, before)));
    const [only] = same;
    const isOnly = same.length === 1 && gone.filter((one) => isLike(one, property, before)).length === 1;
    if (only !== undefined && isOnly) {
      changes.push({ kind: 'renamed', path: [...path, property.key], to: only.key });
      fresh.splice(fresh.indexOf(only), 1);
    } else changes.push({ kind: 'removed', path: [...path, property.key] });
  }
  for (const { key, required } of fresh) changes.push({ kind: 'added', path: [...path, key], required });
  for (const property of old) {
    const other = next.find(({ key }) => key === property.key);
    if (other === undefined) continue;
    const within = [...path, property.key];
    const changed = changesIn(placeOf(property, before), placeOf(other, after), within);
    if (changed.length > 0) changes.push(...changed);
    else if (other.required && !property.required) changes.push({ kind: 'changed', path: within });
  }
  return changes;
}

function isLike(one: ArgumentProperty, other: ArgumentProperty, at: Place): boolean {
  return contentOf(placeOf(one, at)) === contentOf(placeOf(other, at));
}

function placeOf({ schema }: ArgumentProperty, { root }: Place): Place {
  return { schema, root };
}

function propertiesAt({ schema, root }: Place): readonly ArgumentProperty[] | null {
  const own = resolved(schema, root);
  const shape = shapeOf(own, root);
  if (shape.kind === 'object') return shape.properties;
  // An object without properties, which an operation without arguments has.
  return own['type'] === 'object' && typeof own['additionalProperties'] !== 'object' ? [] : null;
}

/** The schema as text, without the texts for people. */
function contentOf({ schema, root }: Place): string {
  return JSON.stringify(resolved(schema, root), (key, value: unknown) =>
    key === 'title' || key === 'description' || key === '$defs' ? undefined : value,
  );
}

/** Moves arguments to the names that they have in the newer version. */
export function withRenamed(given: JsonObject, changes: readonly ArgumentChange[]): JsonObject {
  let next = given;
  for (const change of changes) if (change.kind === 'renamed') next = moved(next, change.path, change.to);
  return next;
}

function moved(object: JsonObject, [key = '', ...rest]: string[], to: string): JsonObject {
  const value = object[key];
  if (value === undefined) return object;
  const entries = Object.entries(object);
  if (rest.length === 0)
    return Object.fromEntries(entries.map(([name, one]): [string, Json] => [name === key ? to : name, one]));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return object;
  return { ...object, [key]: moved(value, rest, to) };
}

/** A change as a sentence. */
export function sentenceOf(change: ArgumentChange): string {
  const name = change.path.join('.');
  switch (change.kind) {
    case 'added':
      return change.required ? `${name} was added and is required.` : `${name} was added.`;
    case 'removed':
      return `${name} was removed.`;
    case 'renamed':
      return `${name} was renamed to ${change.to}.`;
    case 'changed':
      return `${name} changed.`;
  }
}
