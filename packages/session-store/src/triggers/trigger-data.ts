import type { Component } from '@workflow/workflow-model';
import type { Prisma } from '../generated/client.ts';
import type { Change } from '../rows/record-change.ts';

/** A change of a workflow, within its transaction. */
export interface WorkflowChange {
  database: Prisma.TransactionClient;
  /** Notifies the caches of all replicas when this is committed. */
  note: (kind: Change['kind'], subject: string) => void;
  organizationId: string;
  workflowId: string;
}

/** Updates the data that is stored for triggers when their workflow changes. */
export interface TriggerData {
  /** `components`: components of the version that use the data. */
  published(change: WorkflowChange, components: readonly Component[]): Promise<void>;
  /** `components`: components of the draft, which remains. */
  unpublished(change: WorkflowChange, components: readonly Component[]): Promise<void>;
  /** The workflow still accepts sessions, but they do not start. */
  paused(change: WorkflowChange): Promise<void>;
  resumed(change: WorkflowChange): Promise<void>;
  deleted(change: WorkflowChange): Promise<void>;
}
