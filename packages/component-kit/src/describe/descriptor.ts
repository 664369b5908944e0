import type { Component, Field, JsonObject, QuestionKind } from '@workflow/workflow-model';
import type { ChildValues } from './child-values.ts';
import type { ConfigReference, TemplateSite } from './config-sites.ts';
import type { JsonSchema } from './config-types.ts';
import type { ComponentCategory, ConfigProblem, Pinning, Preview, Produces, Trigger } from './component-definition.ts';

/**
 * Describes a component type: all that other code knows of it. Functions with a config parameter accept any JSON
 * object, since drafts may be invalid.
 */
export interface ComponentDescriptor<
  Schema extends JsonSchema = JsonSchema,
  Output extends Produces | null = Produces | null,
> {
  type: string;
  title: string;
  description: string;
  category: ComponentCategory;
  /** Of the type's behaviour, as `1.0.0`. */
  version: string;
  /** Schema of `config`; titles, descriptions, defaults and annotations are there for forms. */
  configSchema: Schema;
  produces: Output;
  /** A trigger starts a workflow: it has no incoming connections, and callers send its outputs. */
  isTrigger: boolean;
  /** null: it is none. */
  trigger: Trigger | null;
  /** Whether others could notice that it ran twice; components without effects may safely run again. */
  hasEffect: boolean;
  /** It computes at once from what it reads, writes nothing anywhere and tells nobody. */
  onlyComputes: boolean;
  /** Time-out of one try unless the component sets one; null: none. */
  defaultTimeoutSeconds: number | null;
  /** Its run code keeps to the time limit by itself, from the moment that its program begins. */
  limitsOwnTime: boolean;
  /** Its result is the session's output. */
  setsSessionOutput: boolean;
  /** Starts sessions of the workflow that its config refers to, and cancels them when it fails. */
  startsSessions: boolean;
  /** It asks a question and waits for the answer, at an address that others write; null: it does not. */
  asks: QuestionKind | null;
  /** Suggested name of its placeholder; null: it produces none of its own name. */
  outputName: string | null;
  /** What a pinned result must be. */
  pinning: Pinning;
  /** How an editor computes a sample of the output without running anything; null: it cannot. */
  preview: Preview | null;
  /** The config of a component that was just added. */
  newConfig(): JsonObject;
  ports(config: JsonObject): string[];
  /** The placeholders that the component produces. */
  outputs(component: Pick<Component, 'config' | 'output'>): Field[];
  /** Every template string and expression of the config. */
  templates(config: JsonObject): TemplateSite[];
  /** Sources of programs, which may read any placeholder that they name. */
  programs(config: JsonObject): string[];
  /** What the config refers to. */
  references(config: JsonObject): ConfigReference[];
  /** What the config gives to a component of another workflow; null: nothing. */
  childValues(config: JsonObject): ChildValues | null;
  /** Whether its sessions stay under way until those that it starts have ended. */
  waitsForSessions(config: JsonObject): boolean;
  /** Whether what it does depends on the workflow or the session that it is part of, so that another cannot do it. */
  boundToWorkflow(config: JsonObject): boolean;
  /** Rules across fields, which the schema cannot express. */
  checkConfig(config: JsonObject): ConfigProblem[];
}
