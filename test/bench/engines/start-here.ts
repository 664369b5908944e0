import { finishedSessions, httpWorkflow, Lab, transformWorkflow, type BackendKind } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import type { LoadRequest } from '../../load/load.ts';
import { labProcesses } from '../stages/engine-process.ts';
import { WORKFLOW_CALLS, type Engine, type EngineOptions } from './engine.ts';

/** Starts this service with one ingress and one executor. */
export async function startHere(backend: BackendKind, { logs, stepUrl }: EngineOptions): Promise<Engine> {
  const lab = await Lab.start({ backend, env: logs === 'off' ? { LOG_LEVEL: 'error' } : {} });
  const waiting = (workflow = transformWorkflow()): Promise<LoadRequest> =>
    runRequest(lab, workflow, { Prefer: 'wait=10' });
  return {
    waiting: {
      computed: await waiting(),
      called: await waiting(httpWorkflow(stepUrl, WORKFLOW_CALLS.called)),
      calledTenTimes: await waiting(httpWorkflow(stepUrl, WORKFLOW_CALLS.calledTenTimes)),
    },
    starting: { request: await runRequest(lab), status: 200 },
    endedCount: () => finishedSessions(lab),
    processes: labProcesses(lab),
    stop: () => lab.stop(),
  };
}
