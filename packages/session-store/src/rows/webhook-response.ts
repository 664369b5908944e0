import type { FileValue } from '@workflow/workflow-model';

/** What the sender of a delivery is answered with. Names of headers are in lower case. */
export interface WebhookResponse {
  status: number;
  headers: Record<string, string>;
  body: { kind: 'none' } | { kind: 'text'; text: string } | { kind: 'file'; file: FileValue };
}
