import {
  runBody,
  transformWorkflow,
  waitFor,
  webhookWorkflow,
  type ApiClient,
  type LabWorkflow,
} from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import type { LoadRequest } from './load.ts';

/** The target and the credentials of requests. A lab is one. */
export interface LabTarget {
  api: ApiClient;
  ingressPorts: number[];
}

/** Publishes a workflow in the lab's organization and returns the request that starts it. */
export async function runRequest(
  lab: LabTarget,
  workflow: LabWorkflow = transformWorkflow(),
  headers: Record<string, string> = {},
): Promise<LoadRequest> {
  // A service compiles much code for its first request, which may take longer than the limit on a busy machine.
  const workflowId = await waitFor(() => lab.api.publish('Benchmark', workflow.definition), { withinMs: 60_000 });
  return {
    port: lab.ingressPorts[0]!,
    method: 'POST',
    path: '/v1/workflow/run',
    headers: { 'Content-Type': 'application/json', 'x-api-key': lab.api.apiKey, ...headers },
    body: runBody(workflowId, workflow.startId),
  };
}

/**
 * Publishes a webhook workflow, generates its token and returns a delivery with the given body.
 * @param config of its webhook component
 */
export async function webhookRequest(lab: LabTarget, body: string, config: JsonObject = {}): Promise<LoadRequest> {
  const workflow = webhookWorkflow(config);
  const workflowId = await lab.api.publish('Webhook', workflow.definition);
  const { token } = await lab.api.call<{ token: string }>(
    'POST',
    `/v1/workflows/${workflowId}/components/${workflow.startId}/token`,
  );
  return {
    port: lab.ingressPorts[0]!,
    method: 'POST',
    path: `/webhook/${workflowId}`,
    headers: { 'Content-Type': 'application/json', token },
    body,
  };
}

/** Returns the workflow that a request starts. */
export function workflowIdOf({ body }: LoadRequest): string {
  return (JSON.parse(body) as { workflowId: string }).workflowId;
}

/** Returns a request with further properties in its body. */
export function withBody(request: LoadRequest, more: object): LoadRequest {
  return { ...request, body: JSON.stringify({ ...(JSON.parse(request.body) as object), ...more }) };
}

/** Fails the run unless every answer had the expected status. */
export function expectOnly(status: number, statuses: Record<string, number>): void {
  const others = Object.entries(statuses).filter(([answered]) => answered !== String(status));
  if (others.length > 0) throw new Error(`answers other than ${status}: ${JSON.stringify(statuses)}`);
}
