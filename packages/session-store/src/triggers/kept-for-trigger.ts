import type { Component } from '@workflow/workflow-model';
import type { Prisma } from '../generated/client.ts';
import type { Change } from '../rows/record-change.ts';

/** A change of a workflow, within its transaction. */
export interface WorkflowChange {
  database: Prisma.TransactionClient;
  /** Tells the caches of all replicas, once this is committed. */
  note: (kind: Change['kind'], subject: string) => void;
  organizationId: string;
  workflowId: string;
}

/** What becomes of something that is kept for triggers when their workflow changes. */
export interface KeptThing {
  /** `components`: those of the version that it is kept for. */
  published(change: WorkflowChange, components: readonly Component[]): Promise<void>;
  /** `components`: those of the draft, which stays. */
  unpublished(change: WorkflowChange, components: readonly Component[]): Promise<void>;
  /** The workflow goes on accepting sessions, which do not start. */
  paused(change: WorkflowChange): Promise<void>;
  resumed(change: WorkflowChange): Promise<void>;
  deleted(change: WorkflowChange): Promise<void>;
}
