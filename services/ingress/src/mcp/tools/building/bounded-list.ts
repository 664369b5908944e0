import type { Json, JsonObject } from '@workflow/workflow-model';

/** Returns a list for a result under its name: as many items as fit into `maxBytes`, and the number of the others. */
export function boundedList(name: string, items: readonly Json[], maxBytes: number): JsonObject {
  let bytes = 0;
  const fitting = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return bytes > maxBytes;
  });
  if (fitting === -1) return { [name]: [...items] };
  return { [name]: items.slice(0, fitting), [`${name}LeftOut`]: items.length - fitting };
}
