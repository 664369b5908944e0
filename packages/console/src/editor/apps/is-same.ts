import { isJsonObject, type Json } from '@workflow/workflow-model';

/** Compares two JSON values. The order of the keys of an object does not count. */
export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return textOf(one) === textOf(other);
}

function textOf(value: Json | undefined): string | undefined {
  return JSON.stringify(value, (_, part: Json) =>
    isJsonObject(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}
