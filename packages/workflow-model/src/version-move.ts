import type { Definition, JsonObject } from './definition.ts';

export const COMPONENT_CHANGES = ['added', 'removed', 'changed', 'inputs-changed'] as const;

/**
 * The change of a component in another version. `changed`: its type, its version or its config changed.
 * `inputs-changed`: it is unchanged, but its inputs changed. All except `removed` run again.
 */
export interface ComponentChange {
  componentId: string;
  /** The name in the version that contains it. */
  name: string;
  change: (typeof COMPONENT_CHANGES)[number];
}

/** The way in which sessions that started at a component continue with another definition. */
export type DefinitionMove =
  | { kind: 'impossible'; reason: string }
  | {
      kind: 'possible';
      /** The changes in the order of the new definition. Removed components are last. */
      changes: readonly ComponentChange[];
      /** The ids of the components at which changed bodies begin. All items of these bodies run again. */
      changedBodies: readonly string[];
      /** Returns the problems of the values at the start of a session. */
      check(values: Readonly<JsonObject>): readonly string[];
    };

/** Compares the parts of two definitions that run in sessions which started at the component. */
export type CompareDefinitions = (before: Definition, after: Definition, startComponentId: string) => DefinitionMove;

/** The last move of a session to another version, as the API shows it. */
export interface VersionMove {
  /** The first run on the other version. */
  run: number;
  /** The version before, or null for TEST. */
  fromVersion: number | null;
  toVersion: number | null;
  changes: readonly ComponentChange[];
}
