import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { counts } from '../grammar/pattern.ts';
import type { Hostile } from '../hostile.ts';
import { chain, component } from './definitions-of.ts';
import type { Operation } from './operation.ts';

interface TreePlan {
  levels: number;
  items: number;
  concurrency: number;
  itemLength: number;
  outputLength: number;
  leaf: 'output' | 'delay' | 'fails';
  end: 'by itself' | 'cancel' | 'timeout' | 'retry';
  afterMs: number;
}

/** Nested for-each components start sessions that end by themselves, by a timeout or because they are cancelled. */
export const trees: Operation<TreePlan> = {
  name: 'trees',
  plans: fc.record({
    levels: fc.integer({ min: 1, max: 4 }),
    items: counts(1_000),
    concurrency: counts(100),
    itemLength: counts(10_000),
    outputLength: counts(100_000),
    leaf: fc.constantFrom('output', 'delay', 'fails'),
    end: fc.constantFrom('by itself', 'cancel', 'timeout', 'retry'),
    afterMs: counts(4_000),
  }),
  act: async (plan, hostile) => {
    const root = await publishTree(plan, hostile);
    if (root === null) return;
    const { body } = await hostile.run(root.id, root.startId, { item: 'x' });
    const path = `/v1/sessions/${String(body['sessionId'])}`;
    await pause(plan.afterMs);
    if (plan.end === 'cancel' || plan.end === 'retry') await hostile.send('POST', `${path}/cancel`);
    if (plan.end === 'retry') await hostile.send('POST', `${path}/retry?from=start`);
    await hostile.send('GET', `${path}/steps`);
  },
};

async function publishTree(plan: TreePlan, hostile: Hostile): Promise<{ id: string; startId: string } | null> {
  const leaves = {
    output: component('output', { value: `{{ item }}${'o'.repeat(plan.outputLength)}` }),
    delay: component('delay', { seconds: 30 }),
    fails: component('condition', { expression: 'item + 1 = 2' }),
  };
  let under: { id: string; startId: string } | null = null;
  for (let level = 0; level <= plan.levels; level += 1) {
    const input = component('input', { placeholders: [{ key: 'item', type: 'TEXT' }] });
    const each = component(
      'for-each',
      {
        items: `{{ [1..${plan.items}].($pad("", ${Math.min(plan.itemLength, 10_000)}, "i")) }}`,
        workflowId: under?.id ?? '',
        componentId: under?.startId ?? '',
        itemKey: 'item',
        concurrency: plan.concurrency,
        onItemError: 'continue',
      },
      { output: 'each' },
    );
    const isRoot = level === plan.levels;
    const timed =
      isRoot && plan.end === 'timeout' ? { ...each, timeoutSeconds: Math.max(1, plan.afterMs / 1_000) } : each;
    const steps = under === null ? [leaves[plan.leaf]] : [timed, component('output', { value: '{{ each }}' })];
    const id: string | null = await hostile.publish(chain(input, ...steps));
    if (id === null) return null;
    under = { id, startId: input.id };
  }
  return under;
}
