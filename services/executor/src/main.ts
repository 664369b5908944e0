import { runMain } from '@workflow/service-runtime/run-main';

await runMain(async () => (await import('./run-executor.ts')).runExecutor, process.env);
