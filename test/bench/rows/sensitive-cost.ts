import { transformWorkflow, type LabWorkflow } from '@workflow/test-harness';
import type { Field } from '@workflow/workflow-model';
import { runRequest } from '../../load/lab-requests.ts';
import type { RowResult } from '../row.ts';
import { comparedCost } from './paired-cost.ts';
import { withLab } from '../with-lab.ts';

/** Measures the CPU time that two sensitive fields add to a session of three steps. */
export function measureSensitiveCost(): Promise<RowResult> {
  return withLab({ backend: 'redis', executors: 1 }, async (lab) => {
    const wait = { prefer: 'wait=30' };
    return comparedCost(lab, {
      plain: await runRequest(lab, transformWorkflow(), wait),
      other: await runRequest(lab, withSensitive(transformWorkflow()), wait),
      title: 'CPU of two sensitive fields for each session',
      key: 'sensitive',
      plainKey: 'plain',
    });
  });
}

/** Returns the workflow with all fields of its input sensitive. */
function withSensitive({ definition, startId }: LabWorkflow): LabWorkflow {
  const components = definition.components.map((component) => {
    const fields = component.config['placeholders'] as unknown as Field[] | undefined;
    if (fields === undefined) return component;
    const placeholders = fields.map((field) => ({ ...field, sensitive: true })) as never;
    return { ...component, config: { ...component.config, placeholders } };
  });
  return { definition: { ...definition, components }, startId };
}
