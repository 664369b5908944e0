import type { Json, JsonObject } from '@workflow/workflow-model';

/** Returns an output for a result, or only its size if it is too large for a model. */
export function boundedOutput(output: Json | undefined, maxBytes: number): JsonObject {
  if (output === undefined || output === null) return { output: null };
  const bytes = Buffer.byteLength(JSON.stringify(output));
  return bytes <= maxBytes ? { output } : leftOut(bytes);
}

/** Describes an output that is too large for a model. */
export function leftOut(bytes: number): JsonObject {
  return { outputTruncated: true, outputBytes: bytes };
}
