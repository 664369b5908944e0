import { httpWorkflow, Lab, type LabWorkflow } from '@workflow/test-harness';
import { StepRecorder } from '../../chaos/step-recorder.ts';
import { runRequest } from '../../load/lab-requests.ts';
import type { RowResult } from '../row.ts';
import { comparedCost } from './paired-cost.ts';

/** Measures the CPU time that signing in with a credential adds to a session with one HTTP call. */
export async function measureCredentialCost(): Promise<RowResult> {
  const server = new StepRecorder(0);
  const lab = await Lab.start({ backend: 'redis', executors: 1 });
  try {
    const workflow = httpWorkflow(await server.listen(), 1);
    const credential = { name: 'Bearer', type: 'http-bearer', token: 'token-of-the-benchmark' };
    const { id } = await lab.api.call<{ id: string }>('POST', '/v1/organization/credentials', credential);
    const wait = { prefer: 'wait=30' };
    return await comparedCost(lab, {
      plain: await runRequest(lab, workflow, wait),
      other: await runRequest(lab, withCredential(workflow, id), wait),
      title: 'CPU of a credential for each session with an HTTP call',
      key: 'credential',
      plainKey: 'httpCall',
    });
  } finally {
    await lab.stop();
    server.close();
  }
}

function withCredential({ definition, startId }: LabWorkflow, credential: string): LabWorkflow {
  const components = definition.components.map((component) =>
    component.type === 'http-request' ? { ...component, config: { ...component.config, credential } } : component,
  );
  return { definition: { ...definition, components }, startId };
}
