import type {
  Field,
  JsonObject,
  StoredForTrigger,
  PlaceholderType,
  QuestionKind,
  SessionTrigger,
  ValueShape,
} from '@workflow/workflow-model';
import type { JsonSchema } from './config-types.ts';

export type ComponentCategory = 'trigger' | 'data' | 'flow' | 'action';

/**
 * A problem that a config's JSON Schema cannot express. `pointer` is a JSON pointer within the config. `rule` is a
 * sentence, or what follows the name of the field in one when `field` is given: `header`, `is required with …`.
 */
export interface ConfigProblem {
  pointer: string;
  field?: string;
  rule: string;
}

/** How a trigger starts a workflow. */
export interface Trigger {
  /** The `trigger` of the sessions that it starts by itself; null: only callers of the run API start at it. */
  readonly sessions: SessionTrigger | null;
  /** What is kept for it, as the token of its senders. */
  readonly keeps: readonly StoredForTrigger[];
  /** What a caller sends in its place: its placeholders, or a received HTTP request as one JSON text. */
  readonly takes: 'placeholders' | 'request';
}

/** What a component produces. `name` is the suggested name of its placeholder. */
export type Produces =
  /** One placeholder of a fixed type. */
  | { readonly name: string; readonly type: PlaceholderType; readonly fields?: readonly Field[] }
  /** One placeholder of the type that the config's `type` and `fields` say. */
  | { readonly name: string; readonly typeFromConfig: true }
  /** One placeholder, of what follows from the config. */
  | { readonly name: string; readonly shapeOf: (config: JsonObject) => ValueShape }
  /** One OBJECT of `fields`, and of those that a property of the config lists. */
  | { readonly name: string; readonly fieldsFromConfig: string; readonly fields?: readonly Field[] }
  /** A placeholder for each field that a property of the config lists, under its own key. */
  | { readonly placeholdersFromConfig: string };

/**
 * The ports of a component: fixed, or named in a list of the config, of objects with a `key` or of texts, and followed
 * by fixed ones.
 */
export type Ports =
  | readonly string[]
  | { readonly list: string; readonly key?: string; readonly followedBy: readonly string[] };

/**
 * What a pinned result must be: `whole` fits what the component produces, of `partial` fields may be left out that no
 * component reads, `port` is the name of a port and takes it, `boolean` takes the port of its text, `any` is any value.
 * An object: as `partial`, where the text of `portField` is the port that it takes (`next` without one), and null takes
 * `nullPort`.
 */
export type Pinning =
  | 'whole'
  | 'partial'
  | 'port'
  | 'boolean'
  | 'any'
  | { readonly portField?: string; readonly nullPort: string };

/**
 * The output is the value of this property of the config in its declared type; with `parsesJson` the fields that are
 * read from it, a text being JSON, at the JSON pointer that the property `path` holds.
 */
export interface Preview {
  readonly property: string;
  readonly parsesJson: boolean;
  readonly path?: string;
}

/**
 * How a type describes itself. Templates and programs are not listed here: they follow from `x-control` in the schema;
 * nor is what its fields refer to, which follows from `x-reference`.
 */
export interface ComponentDefinition {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly category: ComponentCategory;
  readonly configSchema: JsonSchema;
  /** Whether others could notice that it ran twice. */
  readonly hasEffect: boolean;
  /** It computes at once from what it reads, writes nothing anywhere and tells nobody. */
  readonly onlyComputes?: true;
  /** Nothing when left out. */
  readonly produces?: Produces;
  /** `next` and `error` when left out. */
  readonly ports?: Ports;
  /** Of one try; 30 when left out, null: none. */
  readonly timeoutSeconds?: number | null;
  /** Beside the defaults of required properties. */
  readonly newConfig?: JsonObject;
  /** Of a type of the category `trigger`. */
  readonly trigger?: Trigger;
  /** `whole` when left out. */
  readonly pinning?: Pinning;
  readonly preview?: Preview;
  readonly limitsOwnTime?: true;
  readonly setsSessionOutput?: true;
  /** Whether a component with this config waits for the sessions that it starts. */
  readonly startsSessions?: { readonly waits: (config: JsonObject) => boolean };
  /** It asks a question and waits for the answer. */
  readonly asks?: QuestionKind;
  /** Whether what a component with this config does depends on the workflow or the session that it is part of. */
  readonly boundToWorkflow?: (config: JsonObject) => boolean;
  readonly checkConfig?: (config: JsonObject) => ConfigProblem[];
}
