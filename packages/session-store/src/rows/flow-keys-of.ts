import type { Definition, FlowKeys, JsonObject } from '@workflow/workflow-model';

/**
 * The keys under which flow control holds a session of a definition that starts with these values; null when the
 * definition limits nothing. Of an expression that fails the key is null.
 */
export type FlowKeysOf = (definition: Definition, values: JsonObject) => Promise<FlowKeys | null>;

/** For operations that start sessions themselves: children and retries. */
export interface FlowKeysOptions {
  flowKeysOf: FlowKeysOf;
}
