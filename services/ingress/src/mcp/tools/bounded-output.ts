import type { Json, JsonObject } from '@workflow/workflow-model';

/** An output as it stands in a result: whole, or what is said of one that is too large for a model. */
export function boundedOutput(output: Json | undefined, maxBytes: number): JsonObject {
  if (output === undefined || output === null) return { output: null };
  const bytes = Buffer.byteLength(JSON.stringify(output));
  return bytes <= maxBytes ? { output } : { outputTruncated: true, outputBytes: bytes };
}
