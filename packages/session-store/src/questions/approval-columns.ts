import type { AskedField } from '@workflow/workflow-model';
import type { RowOf } from '../postgres/named-statement.ts';

/** A waiting approval as the API shows it. Times are ISO-8601 in UTC. */
export interface ApprovalView {
  id: string;
  sessionId: string;
  workflowId: string;
  workflowName: string;
  componentId: string;
  title: string;
  message: string;
  choices: string[];
  fields: AskedField[];
  createdAt: string;
  expiresAt: string;
}

/** SQL of the columns of an `ApprovalRow`, of the question `q` and the workflow `w`. */
export const APPROVAL_COLUMNS = `q.id, q.session_id AS "sessionId", q.workflow_id AS "workflowId",
      w.name AS "workflowName",
      q.component_id AS "componentId", q.run, q.iteration, coalesce(q.title, '') AS title,
      coalesce(q.message, '') AS message, q.choices, q.fields, q.signed_in_only IS TRUE AS "signedInOnly",
      q.approvers, q.asked_at AS "askedAt", q.expires_at AS "expiresAt"`;

/** The types of `APPROVAL_COLUMNS`. */
export const APPROVAL_TYPES = {
  id: 'uuid',
  sessionId: 'uuid',
  workflowId: 'uuid',
  workflowName: 'text',
  componentId: 'uuid',
  run: 'int4',
  iteration: 'int4',
  title: 'text',
  message: 'text',
  choices: 'text[]',
  fields: 'json?',
  signedInOnly: 'bool',
  approvers: 'text[]',
  askedAt: 'timestamptz?',
  expiresAt: 'timestamptz',
} as const;

export type ApprovalRow = RowOf<typeof APPROVAL_TYPES> & { fields: AskedField[] | null };

/** SQL: the approval `q` of the session `s` waits for a decision. */
export const IS_WAITING = `q.kind = 'APPROVAL' AND q.status = 'OPEN' AND q.expires_at > clock_timestamp()
      AND s.status IN ('QUEUED', 'RUNNING', 'WAITING') AND s.resume_from_run = q.run`;

export function viewOf(row: Omit<ApprovalRow, 'run' | 'iteration' | 'signedInOnly' | 'approvers'>): ApprovalView {
  const { id, sessionId, workflowId, workflowName, componentId, title, message, choices, fields } = row;
  return {
    ...{ id, sessionId, workflowId, workflowName, componentId, title, message, choices },
    fields: fields ?? [],
    createdAt: (row.askedAt ?? row.expiresAt).toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
