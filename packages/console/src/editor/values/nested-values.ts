import { setOwn, type JsonObject } from '@workflow/workflow-model';

/** Values under dotted keys as the objects that the keys address (contract §2.2 rule 6). */
export function nestedValues(dotted: JsonObject): JsonObject {
  const root: JsonObject = {};
  for (const [path, value] of Object.entries(dotted)) {
    const keys = path.split('.');
    let holder = root;
    for (const key of keys.slice(0, -1)) {
      if (!Object.hasOwn(holder, key)) setOwn(holder, key, {});
      holder = holder[key] as JsonObject;
    }
    if (typeof holder === 'object' && holder !== null) setOwn(holder, keys.at(-1) as string, value);
  }
  return root;
}
