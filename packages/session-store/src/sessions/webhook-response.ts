import type { FileValue } from '@workflow/workflow-model';

/** The response to the sender of a delivery. Names of headers are in lowercase. */
export interface WebhookResponse {
  status: number;
  headers: Record<string, string>;
  body: { kind: 'none' } | { kind: 'text'; text: string } | { kind: 'file'; file: FileValue };
}

/** A response with the organization of its session. */
export interface OwnResponse {
  organizationId: string;
  response: WebhookResponse;
}

/** Returns a response as an executor sends it to the ingress whose sender waits for it. */
export function writeSentResponse({ organizationId, response }: OwnResponse): string {
  return JSON.stringify({ organizationId, response });
}

/** Returns null if the text is the outcome of a session (`writeSentOutcome`), which may have responded before. */
export function readSentResponse(text: string): OwnResponse | null {
  const sent = JSON.parse(text) as OwnResponse | unknown[];
  return Array.isArray(sent) ? null : sent;
}
