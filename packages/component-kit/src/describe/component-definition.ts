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
 * A problem that the JSON Schema of a config cannot express. `pointer` is a JSON pointer within the config. `rule` is a
 * whole sentence, or, if `field` is set, the rest of a sentence that begins with the field: `header`, `is required with
 * …`.
 */
export interface ConfigProblem {
  pointer: string;
  field?: string;
  rule: string;
}

/** Returns the problems of a config. It checks what the schema cannot express, with libraries that browsers lack. */
export type ConfigCheck = (config: JsonObject) => ConfigProblem[];

/** How a trigger starts a workflow. */
export interface Trigger {
  /** The `trigger` of the sessions that it starts. It is null if only callers of the run API start it. */
  readonly sessions: SessionTrigger | null;
  /** The records that the API shows for its components, such as the token of its senders. */
  readonly keeps: readonly StoredForTrigger[];
  /** The input of a caller: placeholders, or a received HTTP request as JSON text. */
  readonly takes: 'placeholders' | 'request';
  /** True if people wait for the output of the session as their answer. */
  readonly answersWithOutput?: true;
  /** The field of its output with the text that a person wrote. */
  readonly messageField?: string;
}

/** The output of a component. `name` is the suggested name of its placeholder. */
export type Produces =
  /** One placeholder of a fixed type. */
  | { readonly name: string; readonly type: PlaceholderType; readonly fields?: readonly Field[] }
  /** One placeholder, whose type is set by `type` and `fields` of the config. */
  | { readonly name: string; readonly typeFromConfig: true }
  /** One placeholder, whose type is computed from the config. */
  | { readonly name: string; readonly shapeOf: (config: JsonObject) => ValueShape }
  /** One OBJECT with `fields` and the fields that a property of the config lists. */
  | { readonly name: string; readonly fieldsFromConfig: string; readonly fields?: readonly Field[] }
  /** A placeholder for each field that a property of the config lists, under its own key. */
  | { readonly placeholdersFromConfig: string };

/**
 * The ports of a component. They are fixed, or their names are in a list of the config (of texts, or of objects with a
 * `key`), followed by fixed ones.
 */
export type Ports =
  | readonly string[]
  | { readonly list: string; readonly key?: string; readonly followedBy: readonly string[] };

/**
 * The rule for a pinned result. `whole`: it matches the output of the component. `partial`: it may lack fields that no
 * component reads. `port`: it is the name of the port on which to continue. `boolean`: it is true or false, and the
 * port has that name. `any`: any value. An object: as `partial`, and the text of `portField` is the port (default:
 * `next`); null continues on `nullPort`.
 */
export type Pinning =
  | 'whole'
  | 'partial'
  | 'port'
  | 'boolean'
  | 'any'
  | { readonly portField?: string; readonly nullPort: string };

/**
 * The preview computes the output from this property of the config, in its declared type. With `parsesJson` it reads
 * the fields from it at the JSON pointer in the property `path`. Text is then parsed as JSON.
 */
export interface Preview {
  readonly property: string;
  readonly parsesJson: boolean;
  readonly path?: string;
}

/** A property of the config of every trigger that has it, and the value that enables it. */
export interface NeededSetting {
  readonly property: string;
  readonly value: JsonObject;
}

/** The property of a config that holds a loop: components and their connections. */
export interface BodyProperty {
  readonly property: string;
  /** Returns the placeholders that its components can read in addition to those of the component itself. */
  readonly fields: (config: JsonObject) => Field[];
}

/**
 * The description of a component type. It does not list templates, programs and references, because `x-control` and
 * `x-reference` in the schema mark them.
 */
export interface ComponentDefinition {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly category: ComponentCategory;
  readonly configSchema: JsonSchema;
  /** True if running it twice has an effect that others can notice. */
  readonly hasEffect: boolean;
  /** True if it only computes a value from its input, without writing or sending anything. */
  readonly onlyComputes?: true;
  /** The output. Default: none. */
  readonly produces?: Produces;
  /** The ports. Default: `next` and `error`. */
  readonly ports?: Ports;
  /** The timeout of one attempt. Default: 30. Null for no timeout. */
  readonly timeoutSeconds?: number | null;
  /** The config of a new component, in addition to the defaults of required properties. */
  readonly newConfig?: JsonObject;
  /** Set for types of the category `trigger`. */
  readonly trigger?: Trigger;
  /** The rule for pinned results. Default: `whole`. */
  readonly pinning?: Pinning;
  readonly preview?: Preview;
  readonly limitsOwnTime?: true;
  readonly setsSessionOutput?: true;
  /** Returns true if a component with this config waits for the sessions that it starts. */
  readonly startsSessions?: { readonly waits: (config: JsonObject) => boolean };
  /** The kind of question that it asks and waits for. */
  readonly asks?: QuestionKind;
  /** Returns true if the behaviour of a component with this config depends on its workflow or session. */
  readonly boundToWorkflow?: (config: JsonObject) => boolean;
  /** A setting of the preceding trigger without which it has no effect. Default: none. */
  readonly needsOfTrigger?: NeededSetting;
  /** The property of the config that holds components. Each item runs them in a separate session. Default: none. */
  readonly body?: BodyProperty;
  readonly checkConfig?: (config: JsonObject) => ConfigProblem[];
}
