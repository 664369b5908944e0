import type { Definition, JsonObject } from './definition.ts';

export const COMPONENT_CHANGES = ['added', 'removed', 'changed', 'fed-anew'] as const;

/**
 * What another version does to a component. `changed`: its type, its version or its config. `fed-anew`: it is the same,
 * and what it runs after or reads from is not. All but `removed` run again.
 */
export interface ComponentChange {
  componentId: string;
  /** As people call it in the version that has it. */
  name: string;
  change: (typeof COMPONENT_CHANGES)[number];
}

/** How sessions that started at a component go on with another definition. */
export type DefinitionMove =
  | { kind: 'impossible'; reason: string }
  | {
      kind: 'possible';
      /** In the order of the new definition; what it no longer has comes last. */
      changes: readonly ComponentChange[];
      /** Problems of the values that one of them was started with. */
      check(values: Readonly<JsonObject>): readonly string[];
    };

/** Compares the part of two definitions that a session runs which started at the component. */
export type CompareDefinitions = (before: Definition, after: Definition, startComponentId: string) => DefinitionMove;

/** The last move of a session to another version, as the API shows it. */
export interface VersionMove {
  /** The first run on the other version. */
  run: number;
  /** null for TEST. */
  fromVersion: number | null;
  toVersion: number | null;
  changes: readonly ComponentChange[];
}
