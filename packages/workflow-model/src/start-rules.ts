import type { Definition, Json, JsonObject } from './definition.ts';
import type { FlowKeys, Priority } from './flow.ts';
import type { HiddenValue } from './sensitive-field.ts';

/** The keys under which flow control holds a session, and a problem for each expression that failed. */
export interface ComputedKeys {
  keys: FlowKeys;
  problems: string[];
}

/** The label of a session, or why it could not be computed. */
export interface ComputedLabel {
  label: string | null;
  problem: string | null;
}

/** Values that a session is started with: as they are shown, and as they are. */
export interface HiddenStart {
  shown: JsonObject;
  hidden: HiddenValue;
}

/** How a request joins others of its key in one session. */
export interface Gathering {
  key: string;
  quietMs: number;
  maxMs: number;
  maxItems: number;
  /** The item for the list of all values, as JSON text; null: only the last values count. */
  item: string | null;
}

/** How a definition shapes the sessions that start on it. Every function takes placeholder values by dotted keys. */
export interface StartRules {
  /** The priority that the workflow names, if any. */
  priority: Priority | undefined;
  /** Computes the keys of flow control, and never rejects; null: nothing holds its sessions back. */
  flowKeys: ((values: Readonly<JsonObject>) => Promise<ComputedKeys>) | null;
  /** Computes the label of the values as they are shown, and never rejects; null: its sessions have none. */
  label: ((shown: Readonly<JsonObject>) => Promise<ComputedLabel>) | null;
  /**
   * Masks what is sensitive in the values; null: nothing is.
   * @param inherited sensitive values of the session that the values were taken from
   */
  hide(values: Readonly<JsonObject>, inherited: readonly Json[]): HiddenStart | null;
  /** Describes how a request with these keys gathers; undefined: it starts a session of its own. */
  gather(componentId: string, keys: FlowKeys | undefined, values: Readonly<JsonObject>): Gathering | undefined;
}

/** The circumstances that decide which rules of a definition hold. */
export interface StartRulesOptions {
  /** TEST runs: neither flow control nor a priority applies to drafts. */
  isDraft?: boolean;
  /** A paused workflow holds its sessions back even where nothing limits them. */
  isPaused?: boolean;
  /** Requests gather; what starts by itself does not. */
  gathers?: boolean;
}

export type StartRulesOf = (definition: Definition, options?: StartRulesOptions) => StartRules;
