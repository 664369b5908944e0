import type { DefinitionProblem } from './definition.ts';

/** What a field of a config can refer to by name or id. */
export const REFERENCE_KINDS = ['secret', 'workflow', 'component', 'credential', 'table'] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** A place in a definition that refers to something of its organization. */
export interface Reference {
  componentId: string;
  /** JSON pointer within the component. */
  path: string;
  kind: ReferenceKind;
  /** The name of a secret or a table, else an id in lower case. */
  target: string;
  /** Of a component: the id of its workflow. */
  within: string | null;
  /** Of a credential: the types that the place takes. */
  types?: readonly string[];
  /** Sessions wait for those that they start there. */
  waits: boolean;
}

/** What was found out about a definition before it is published. */
export interface CheckedDefinition {
  /** With one of these it is not published. */
  problems: DefinitionProblem[];
  warnings: DefinitionProblem[];
  /** Those of enabled components. */
  references: Reference[];
}
