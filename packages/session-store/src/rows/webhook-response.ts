import type { FileValue } from '@workflow/workflow-model';

/** What the sender of a delivery is answered with. Names of headers are in lower case. */
export interface WebhookResponse {
  status: number;
  headers: Record<string, string>;
  body: { kind: 'none' } | { kind: 'text'; text: string } | { kind: 'file'; file: FileValue };
}

/** A response as an executor tells it to the ingress whose sender waits for it. */
export interface ToldResponse {
  organizationId: string;
  response: WebhookResponse;
}

export function writeToldResponse({ organizationId, response }: ToldResponse): string {
  return JSON.stringify({ organizationId, response });
}

/** null: the text tells how a session ended (`writeToldOutcome`), which may have responded before. */
export function readToldResponse(text: string): ToldResponse | null {
  const told = JSON.parse(text) as ToldResponse | unknown[];
  return Array.isArray(told) ? null : told;
}
