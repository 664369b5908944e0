import type { JsonObject } from '@workflow/workflow-model';
import { component, type TestAnswer, type TestIngress } from './start-test-ingress.ts';

export const JSON_TYPE = { 'content-type': 'application/json' };

export interface Hook {
  workflowId: string;
  componentId: string;
  token: string;
  path: string;
}

/** A webhook component of this config with its token, whose output is `request`. */
export async function makeHook(ingress: TestIngress, config: JsonObject = {}, publish = true): Promise<Hook> {
  const webhook = component('webhook', config, 'request');
  const workflowId = await ingress.workflow([webhook], { publish });
  return {
    workflowId,
    componentId: webhook.id,
    token: await ingress.token(workflowId, webhook.id),
    path: `/webhook/${workflowId}`,
  };
}

export function deliver(
  ingress: TestIngress,
  to: Hook,
  body: unknown,
  headers: Record<string, string> = JSON_TYPE,
): Promise<TestAnswer> {
  return ingress.request('POST', to.path, { body, headers: { token: to.token, ...headers } });
}

/** Output of the webhook component of the answered session. */
export async function outputOf(ingress: TestIngress, answer: Pick<TestAnswer, 'body'>): Promise<JsonObject> {
  const session = await ingress.context.store.sessions.queries.find(ingress.organization.id, answer.body.sessionId);
  return JSON.parse(session?.placeholderValues['request'] as string) as JsonObject;
}
