import { callApi, publishWorkflow, type LabOrganization } from './lab-organization.ts';
import { runBody, transformWorkflow, webhookWorkflow, type LabWorkflow } from './lab-workflows.ts';
import type { LoadRequest } from '../load/load.ts';

/** Where requests go, and for whom; a lab is one. */
export interface LabTarget {
  ingressUrl: string;
  ingressPorts: number[];
  organization: LabOrganization;
}

/** Publishes a workflow in the lab's organization and answers the request that starts it. */
export async function runRequest(lab: LabTarget, workflow: LabWorkflow = transformWorkflow(), headers: Record<string, string> = {}): Promise<LoadRequest> {
  const workflowId = await publishWorkflow(lab.ingressUrl, lab.organization.apiKey, 'Benchmark', workflow.definition);
  return {
    port: lab.ingressPorts[0]!,
    method: 'POST',
    path: '/v1/workflow/run',
    headers: { 'Content-Type': 'application/json', 'x-api-key': lab.organization.apiKey, ...headers },
    body: runBody(workflowId, workflow.startId),
  };
}

/** Publishes a webhook workflow, generates its token and answers a delivery with the given body. */
export async function webhookRequest(lab: LabTarget, body: string): Promise<LoadRequest> {
  const { apiKey } = lab.organization;
  const workflow = webhookWorkflow();
  const workflowId = await publishWorkflow(lab.ingressUrl, apiKey, 'Webhook', workflow.definition);
  const made = await callApi(lab.ingressUrl, apiKey, 'POST', `/v1/workflows/${workflowId}/components/${workflow.startId}/token`);
  return {
    port: lab.ingressPorts[0]!,
    method: 'POST',
    path: `/webhook/${workflowId}`,
    headers: { 'Content-Type': 'application/json', token: (made as { token: string }).token },
    body,
  };
}

/** Fails the run unless every answer had the status that counts. */
export function expectOnly(status: number, statuses: Record<string, number>): void {
  const others = Object.entries(statuses).filter(([answered]) => answered !== String(status));
  if (others.length > 0) throw new Error(`answers other than ${status}: ${JSON.stringify(statuses)}`);
}
