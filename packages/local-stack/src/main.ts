import { runStack } from './run-stack.ts';

// A closed terminal accepts no more output. Everything is still stopped in order.
process.stdout.on('error', () => undefined);
process.exitCode = await runStack({
  env: process.env,
  args: process.argv.slice(2),
  // pnpm runs scripts in the repository's root, wherever it was called.
  folder: process.cwd(),
  output: process.stdout,
});
process.exit();
