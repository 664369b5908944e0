import {
  defineRunner,
  failUnlessSucceeded,
  isTerminal,
  readChildrenOf,
  startOrFail,
  StepFailure,
  waitForChildren,
  withoutChildrenOfFailure,
  type RunContext,
  type StepContext,
} from '@workflow/component-kit/run';
import type { ResolvedConfig } from '@workflow/component-kit';
import { descriptor } from './descriptor.ts';

type Config = ResolvedConfig<typeof descriptor.configSchema>;

/** Starts a session of another workflow in the parent's mode, and waits for its end unless `wait` is off. */
export const runner = defineRunner(descriptor, {
  run(context) {
    if (!context.config.wait) return start(context).then(() => started(context));
    return withoutChildrenOfFailure(context, async () => {
      await start(context);
      return ended(context);
    });
  },
  resume: (context) => withoutChildrenOfFailure(context, () => ended(context)),
});

async function start(context: RunContext<Config>): Promise<void> {
  const { workflowId, componentId, placeholderValues } = context.config;
  await context.beginEffect({ workflowId, componentId, placeholderValues });
  const wanted = { workflowId, componentId, placeholderValues, iteration: 0 };
  if ((await readChildrenOf(context, [wanted])).length === 0) await startOrFail(context, [wanted]);
}

async function started(context: StepContext) {
  const { sessionId, status } = await onlyChild(context);
  return { kind: 'succeeded', output: { sessionId, status, output: null } } as const;
}

async function ended(context: StepContext) {
  const child = await onlyChild(context);
  const { sessionId, status } = child;
  if (!isTerminal(status)) return waitForChildren(context);
  failUnlessSucceeded(child);
  const output = (await context.children.readOutputs([child])).get(sessionId) ?? null;
  return { kind: 'succeeded', output: { sessionId, status, output } } as const;
}

async function onlyChild(context: StepContext) {
  const [child] = await context.children.read();
  if (child === undefined) throw new StepFailure('INTERNAL_ERROR', 'The child session does not exist');
  return child;
}
