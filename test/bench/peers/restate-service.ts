// The benchmark's workflow as a service that Restate's server calls.
import { serve, service } from '@restatedev/restate-sdk';
import { transform, type Input } from './workflow.ts';

const port = await serve({
  services: [service({ name: 'transform', handlers: { run: async (_context, input: Input) => transform(input) } })],
  port: 0,
});
process.send?.({ port });
process.once('disconnect', () => process.exit(0));
