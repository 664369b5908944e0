import type { Component } from '@workflow/workflow-model';

/** A fragment of a statement. It is inserted as SQL, while other values become parameters. */
export type SqlPart = object;

/** Rows of triggers within the transaction that changes them. */
export interface TriggerRows {
  /** Runs a statement. Its values become parameters. */
  query<Row = never>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>;
  /** The condition for the rows of one workflow, or of all workflows of the organization. */
  readonly rows: SqlPart;
  readonly organizationId: string;
}

/** A change of one workflow. */
export interface WorkflowChange extends TriggerRows {
  readonly workflowId: string;
  readPublished(): Promise<PublishedVersion>;
  /** Returns a new id. Later ids are greater. */
  newId(): string;
  /** Notifies the caches of all replicas after the commit. */
  note(kind: 'WEBHOOK_TOKEN', subject: string): void;
}

/** The published version of a workflow. */
export interface PublishedVersion {
  /** Null if nothing is published. */
  definitionId: string | null;
  number: number | null;
  /**
   * True if it has flow control, a label, an expiry or sensitive fields, by which sessions are built. Stored as
   * `has_flow`.
   */
  hasRules: boolean;
  /** True if the workflow or its organization is paused. */
  isPaused: boolean;
  /** PostgreSQL's time, from which the change applies. */
  now: Date;
}

/** The rows that the service stores for triggers of a type, and how they change with their workflow. */
export interface TriggerRecords {
  /** `components`: the triggers of the new version, disabled ones included. */
  published(change: WorkflowChange, components: readonly Component[]): Promise<void>;
  /** `components`: the triggers of the remaining draft. A deleted workflow has none. */
  unpublished(change: WorkflowChange, components: readonly Component[]): Promise<void>;
  /** The workflow is deleted. `unpublished` has run. Default: nothing more. */
  deleted?(change: WorkflowChange): Promise<void>;
  /** A workflow or an organization is paused: its sessions are accepted, but do not start. Default: nothing. */
  paused?(change: TriggerRows): Promise<void>;
  /**
   * A workflow or an organization is resumed. Rows stay paused while the other of the two is paused. Default: nothing.
   */
  resumed?(change: TriggerRows): Promise<void>;
  /**
   * Returns the number of the organization's triggers, for types with a background loop. The number is limited.
   * Default: no limit.
   */
  count?(change: TriggerRows): Promise<number>;
}
