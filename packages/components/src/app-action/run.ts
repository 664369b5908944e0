import { defineRunner } from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';
import { callHttp } from './http/call-http.ts';

/** Calls the operation as the version that the config names describes it. */
export const runner = defineRunner(descriptor, {
  async run(context) {
    const operation = await context.openOperation();
    const { arguments: given } = context.config;
    context.recordInput({ app: operation.app.name, action: operation.key, arguments: given });
    if (operation.plan.kind === 'http') return callHttp(context, operation);
    // Most executors never call a tool, so they do not load the library.
    const { callTool } = await import('./mcp/call-tool.ts');
    return callTool(context, operation);
  },
});
