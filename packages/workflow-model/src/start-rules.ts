import type { Definition, Json, JsonObject } from './definition.ts';
import type { FlowKeys, Priority } from './flow.ts';
import type { HiddenValue } from './sensitive-field.ts';

/** The flow control keys of a session, and a problem for each expression that failed. */
export interface ComputedKeys {
  keys: FlowKeys;
  problems: string[];
}

/** The label of a session, or the reason why it could not be computed. */
export interface ComputedLabel {
  label: string | null;
  problem: string | null;
}

/** The values at the start of a session: the masked ones, and the real ones. */
export interface HiddenStart {
  shown: JsonObject;
  hidden: HiddenValue;
}

/** The data with which a request joins others of its key in one session. */
export interface Gathering {
  key: string;
  quietMs: number;
  maxMs: number;
  maxItems: number;
  /** The item for the list of all values, as JSON text. Null if only the last values count. */
  item: string | null;
}

/** The rules by which a definition starts sessions. Every function accepts placeholder values by dotted keys. */
export interface StartRules {
  /** The priority of the workflow, if any. */
  priority: Priority | undefined;
  /** The seconds after which sessions expire that nobody has claimed, if the workflow limits them. */
  expireAfterSeconds: number | undefined;
  /** The executor pool of the workflow, if it names one. */
  pool: string | undefined;
  /** Computes the keys of flow control, and never rejects. Null for no flow control. */
  flowKeys: ((values: Readonly<JsonObject>) => Promise<ComputedKeys>) | null;
  /** Computes the label from the masked values, and never rejects. Null for no label. */
  label: ((shown: Readonly<JsonObject>) => Promise<ComputedLabel>) | null;
  /**
   * Masks the sensitive values. Returns null if there are none.
   * @param inherited sensitive values of the session that the values were read from
   */
  hide(values: Readonly<JsonObject>, inherited: readonly Json[]): HiddenStart | null;
  /** Describes how a request with these keys is gathered, or returns undefined if it starts a separate session. */
  gather(componentId: string, keys: FlowKeys | undefined, values: Readonly<JsonObject>): Gathering | undefined;
}

/** The options that determine which rules of a definition apply. */
export interface StartRulesOptions {
  /** True for TEST runs: neither flow control nor priorities apply to drafts. */
  isDraft?: boolean;
  /** True for a paused workflow, which holds all its sessions. */
  isPaused?: boolean;
  /** True for requests. Sessions of other triggers are not gathered. */
  gathers?: boolean;
}

export type StartRulesOf = (definition: Definition, options?: StartRulesOptions) => StartRules;
