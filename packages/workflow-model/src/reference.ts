import type { DefinitionProblem } from './definition.ts';

/** The kinds of objects to which a field of a config can refer by name or id. */
export const REFERENCE_KINDS = ['secret', 'workflow', 'component', 'credential', 'table', 'app', 'operation'] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** A place in a definition that refers to an object of its organization. */
export interface Reference {
  componentId: string;
  /** The JSON pointer within the component. */
  path: string;
  kind: ReferenceKind;
  /** The name of a secret or a table, or an id in lowercase. */
  target: string;
  /** The id of the workflow, for a component. */
  within: string | null;
  /** The accepted types, for a credential. */
  types?: readonly string[];
  /** True if sessions wait for those that they start there. */
  waits: boolean;
}

/** The result of a check of a definition before it is published. */
export interface CheckedDefinition {
  /** The problems, each of which prevents publishing. */
  problems: DefinitionProblem[];
  warnings: DefinitionProblem[];
  /** The references of enabled components. */
  references: Reference[];
}
