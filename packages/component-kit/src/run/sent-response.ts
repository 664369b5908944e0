import type { FileValue } from '@workflow/workflow-model';

/** The response to a sender that waits. Names of headers are in lowercase. */
export interface SentResponse {
  status: number;
  headers: Record<string, string>;
  body: { kind: 'none' } | { kind: 'text'; text: string } | { kind: 'file'; file: FileValue };
}
