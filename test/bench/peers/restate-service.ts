// The benchmark's workflow as a service that Restate's server calls.
import { serve, service, type Context } from '@restatedev/restate-sdk';
import { countEnded, reportToParent } from './report-to-parent.ts';
import { runWorkflow, type Input, type Output } from './workflow.ts';

async function run(context: Context, input: Input): Promise<Output> {
  const output = await runWorkflow(input, (name, step) => context.run(name, step));
  countEnded();
  return output;
}

reportToParent(await serve({ services: [service({ name: 'benchmark', handlers: { run } })], port: 0 }));
