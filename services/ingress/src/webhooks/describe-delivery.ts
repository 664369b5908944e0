import type { IncomingMessage } from 'node:http';
import { buildSession, type DescribedSession } from '@workflow/session-store';
import type { Filtered } from '@workflow/validation';
import type { StartableComponent, StartableDefinition } from '../caches/startable-workflow.ts';
import type { TokenSent } from './authenticate-token.ts';
import { deliveryId } from './delivery-id.ts';
import { describeRequest } from './describe-request.ts';
import type { WebhookContent } from './read-content.ts';
import { signedRequestId } from './verification/signed-request-id.ts';
import { webhookSettings, type WebhookSettings } from './webhook-settings.ts';

export type DescribedDelivery =
  /** It starts a session. `respondWithinMs` is how long its sender waits for a response; null if it does not wait. */
  | { kind: 'session'; session: DescribedSession; respondWithinMs: number | null }
  /** The filter of the component refused it. `request` is the output of the component, with sensitive values masked. */
  | { kind: 'filtered'; request: string };

/** Describes the session that a delivery starts, unless the filter of the component refuses it. */
export async function describeDelivery(
  { record, text }: TokenSent,
  { rules, definitionId, version }: StartableDefinition,
  { component, filter }: StartableComponent,
  { message, content, rawBody }: { message: IncomingMessage; content: WebhookContent; rawBody: Buffer },
): Promise<DescribedDelivery> {
  const settings = webhookSettings(component);
  const { deduplicateBy, verification, keepRawBody } = settings;
  const { output } = component;
  const more = { token: text, receivedAt: new Date().toISOString(), rawBody: keepRawBody ? rawBody : null };
  const request = describeRequest(message, content, more);
  const values = output === undefined ? {} : { [output]: request.json };
  const { passes, problem } = (await filter?.(request.parse())) ?? PASSES;
  if (!passes) {
    const shown = output === undefined ? undefined : rules.hide(values, [])?.shown[output];
    return { kind: 'filtered', request: typeof shown === 'string' ? shown : request.json };
  }
  const id = deliveryId(message.headers, content, deduplicateBy);
  const signedAs = verification && signedRequestId(verification, { headers: message.headers, rawBody });
  // A delivery is accepted even if an expression of its workflow fails: the problem becomes a warning.
  const session = await buildSession(rules, {
    organizationId: record.organizationId,
    workflowId: record.workflowId,
    definitionId,
    workflowVersion: version,
    componentId: record.componentId,
    trigger: 'WEBHOOK',
    mode: 'PROD',
    values,
    startedBy: record.id,
    delivery: (id ?? signedAs) === undefined ? undefined : { id, signedAs },
    // A sender that waits is served first, like other callers that wait.
    priority: settings.response === undefined ? undefined : 'high',
    warning: problem ?? undefined,
  });
  return { kind: 'session', session, respondWithinMs: waitOf(settings) };
}

const PASSES: Filtered = { passes: true, problem: null };

function waitOf({ response }: WebhookSettings): number | null {
  return response === undefined ? null : response.timeoutSeconds * 1_000;
}
