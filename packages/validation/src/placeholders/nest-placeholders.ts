import { isJsonObject, setOwn, type Json, type JsonObject } from '@workflow/workflow-model';

/**
 * Converts dotted keys to nested objects, the form in which expressions read placeholders (contract §2.2 rule 6): `{
 * "customer.name": "Ada" }` becomes `{ "customer": { "name": "Ada" } }`. Values are not copied.
 */
export function nestPlaceholders(dotted: Readonly<JsonObject>): JsonObject {
  const nested: JsonObject = {};
  for (const [key, value] of Object.entries(dotted)) {
    const path = key.split('.');
    const last = path.pop() as string;
    let target = nested;
    for (const name of path) target = objectAt(target, name);
    setOwn(target, last, value);
  }
  return nested;
}

function objectAt(target: JsonObject, name: string): JsonObject {
  const existing: Json | undefined = Object.hasOwn(target, name) ? target[name] : undefined;
  if (isJsonObject(existing)) return existing;
  const made: JsonObject = {};
  setOwn(target, name, made);
  return made;
}
