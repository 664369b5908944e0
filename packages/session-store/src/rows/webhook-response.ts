import type { FileValue } from '@workflow/workflow-model';

/** What the sender of a delivery is answered with. Names of headers are in lower case. */
export interface WebhookResponse {
  status: number;
  headers: Record<string, string>;
  body: { kind: 'none' } | { kind: 'text'; text: string } | { kind: 'file'; file: FileValue };
}

/** A response, and whose session it is of. */
export interface OwnResponse {
  organizationId: string;
  response: WebhookResponse;
}

/** A response as an executor tells it to the ingress whose sender waits for it. */
export function writeToldResponse({ organizationId, response }: OwnResponse): string {
  return JSON.stringify({ organizationId, response });
}

/** null: the text tells how a session ended (`writeSentOutcome`), which may have responded before. */
export function readToldResponse(text: string): OwnResponse | null {
  const told = JSON.parse(text) as OwnResponse | unknown[];
  return Array.isArray(told) ? null : told;
}
