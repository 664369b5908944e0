import type { Component, Field, JsonObject, QuestionKind } from '@workflow/workflow-model';
import type { ChildValues } from './child-values.ts';
import type { ConfigReference, TemplateSite } from './config-sites.ts';
import type { UsedOperation } from './used-operation.ts';
import type { JsonSchema } from './config-types.ts';
import type {
  BodyProperty,
  ComponentCategory,
  ConfigProblem,
  NeededSetting,
  Pinning,
  Preview,
  Produces,
  Trigger,
} from './component-definition.ts';

/**
 * The complete description of a component type for other code. Functions with a config parameter accept any JSON
 * object, because drafts may be invalid.
 */
export interface ComponentDescriptor<
  Schema extends JsonSchema = JsonSchema,
  Output extends Produces | null = Produces | null,
> {
  type: string;
  title: string;
  description: string;
  category: ComponentCategory;
  /** The version of the type's behaviour, such as `1.0.0`. */
  version: string;
  /** The schema of `config`. Titles, descriptions, defaults and annotations are for forms. */
  configSchema: Schema;
  produces: Output;
  /** True for a trigger, which starts a workflow. It has no incoming connections, and callers send its outputs. */
  isTrigger: boolean;
  /** The description of the trigger, or null. */
  trigger: Trigger | null;
  /** True if running it twice has an effect that others can notice. Other components can safely run again. */
  hasEffect: boolean;
  /** True if it only computes a value from its input, without writing or sending anything. */
  onlyComputes: boolean;
  /** The timeout of one attempt unless the component sets one. Null for no timeout. */
  defaultTimeoutSeconds: number | null;
  /** True if its run code enforces the time limit, measured from the start of its program. */
  limitsOwnTime: boolean;
  /** True if its result is the output of the session. */
  setsSessionOutput: boolean;
  /** True if it starts sessions of the workflow in its config, and cancels them if it fails. */
  startsSessions: boolean;
  /** The kind of question that it asks and waits for, at a URL that other components send. Null for none. */
  asks: QuestionKind | null;
  /** The suggested name of its placeholder; null if it has no placeholder with its name. */
  outputName: string | null;
  /** The rule for a pinned result. */
  pinning: Pinning;
  /** How an editor computes a sample of the output without running anything; null if it cannot. */
  preview: Preview | null;
  /** The setting of the preceding trigger without which it has no effect, or null. */
  needsOfTrigger: NeededSetting | null;
  /** Returns the config of a new component. */
  newConfig(): JsonObject;
  ports(config: JsonObject): string[];
  /** Returns the placeholders that the component produces. */
  outputs(component: Pick<Component, 'config' | 'output'>): Field[];
  /** Returns every template and expression of the config. */
  templates(config: JsonObject): TemplateSite[];
  /** Returns the sources of programs, which can read any placeholder. */
  programs(config: JsonObject): string[];
  /** Returns the objects that the config refers to. */
  references(config: JsonObject): ConfigReference[];
  /** Returns the values that the config passes to a component of another workflow, or null. */
  childValues(config: JsonObject): ChildValues | null;
  /** Returns the operations of apps that the config names. */
  operations(config: JsonObject): UsedOperation[];
  /** Returns true if it waits until the sessions that it started have ended. */
  waitsForSessions(config: JsonObject): boolean;
  /** Returns true if its behaviour depends on its workflow or session, so that another one cannot do the same. */
  boundToWorkflow(config: JsonObject): boolean;
  /** The property of the config that may hold a loop; null if the type has none. */
  body: BodyProperty | null;
  /** Checks the rules across fields, which the schema cannot express. */
  checkConfig(config: JsonObject): ConfigProblem[];
}
