import { runMain } from '@workflow/service-runtime/run-main';

await runMain(async () => (await import('./run-ingress.ts')).runIngress, process.env);
