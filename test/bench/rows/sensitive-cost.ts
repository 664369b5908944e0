import { finishedSessions, Lab, transformWorkflow, type LabWorkflow } from '@workflow/test-harness';
import type { Field } from '@workflow/workflow-model';
import type { LoadRequest } from '../../load/load.ts';
import { expectOnly, runRequest } from '../../load/lab-requests.ts';
import { runLoad } from '../../load/run-load.ts';
import { cpuPerMillion, readLabCpu } from '../process-usage.ts';
import { median, type RowResult } from '../row.ts';

const CONNECTIONS = 64;
const SECONDS = 6;
const PAIRS = 5;

/** The CPU time that two sensitive fields add to a session of three steps, of all processes together. */
export async function measureSensitiveCost(): Promise<RowResult> {
  const lab = await Lab.start({ backend: 'redis', executors: 1 });
  try {
    const wait = { prefer: 'wait=30' };
    const plain = await runRequest(lab, transformWorkflow(), wait);
    const sensitive = await runRequest(lab, withSensitive(transformWorkflow()), wait);
    for (const request of [plain, sensitive]) await measure(lab, request);
    const pairs: { plain: number; sensitive: number }[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1)
      pairs.push({ plain: await measure(lab, plain), sensitive: await measure(lab, sensitive) });
    const without = median(pairs.map((pair) => pair.plain));
    const more = median(pairs.map((pair) => pair.sensitive - pair.plain));
    return {
      title: 'CPU of two sensitive fields for each session',
      values: { sensitiveMicroseconds: more, plainMicroseconds: without },
      measured: `${more} µs more than ${without} µs`,
      bar: 'shown',
      passed: true,
    };
  } finally {
    await lab.stop();
  }
}

/** Microseconds of CPU for each session. */
async function measure(lab: Lab, request: LoadRequest): Promise<number> {
  const [cpu, before] = [readLabCpu(lab), await finishedSessions(lab)];
  const { statuses } = await runLoad({ request, connections: CONNECTIONS, seconds: SECONDS });
  expectOnly(200, statuses);
  const cost = cpuPerMillion(lab, cpu, (await finishedSessions(lab)) - before);
  return Object.values(cost).reduce((sum: number, each: number) => sum + each, 0);
}

/** All that its callers send is sensitive. */
function withSensitive({ definition, startId }: LabWorkflow): LabWorkflow {
  const components = definition.components.map((component) => {
    const fields = component.config['placeholders'] as unknown as Field[] | undefined;
    if (fields === undefined) return component;
    const placeholders = fields.map((field) => ({ ...field, sensitive: true })) as never;
    return { ...component, config: { ...component.config, placeholders } };
  });
  return { definition: { ...definition, components }, startId };
}
