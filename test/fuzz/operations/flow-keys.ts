import fc from 'fast-check';
import { cheapExpressions, MAX_SAFE_EXPRESSION } from '../grammar/expressions.ts';
import { write, type Pattern } from '../grammar/pattern.ts';
import { jsonTexts, texts } from '../grammar/texts.ts';
import { inTurn, type Hostile } from '../hostile.ts';
import { chain, component, textTriggers } from './definitions-of.ts';
import type { Operation } from './operation.ts';
import { runBodyOf, textOf, type SentValues } from './run-bodies.ts';

interface FlowKeyPlan extends SentValues {
  rule: 'concurrency' | 'order' | 'gather';
  key: Pattern;
  by: 'run' | 'webhook' | 'batch' | 'child';
  times: number;
}

const RULES = { concurrency: { limit: 1 }, order: {}, gather: { quietSeconds: 1, maxSeconds: 1 } };

/** Keys of flow control, which both services compute when they accept sessions. */
export const flowKeys: Operation<FlowKeyPlan> = {
  name: 'flow keys',
  plans: fc.record({
    rule: fc.constantFrom('concurrency', 'order', 'gather'),
    by: fc.constantFrom('run', 'webhook', 'batch', 'child'),
    key: cheapExpressions,
    text: texts,
    json: jsonTexts,
    times: fc.integer({ min: 1, max: 4 }),
  }),
  act: async (plan, hostile) => {
    const [input, webhook] = textTriggers();
    const trigger = plan.by === 'webhook' ? { ...webhook, output: 't' } : input;
    const source = write(plan.key, MAX_SAFE_EXPRESSION);
    // A webhook gives only one text.
    const key = plan.by === 'webhook' ? source.replaceAll(/\bj\b/g, 't') : source;
    const definition = chain(trigger, component('output', { value: 'done' }));
    const id = await hostile.publish({ ...definition, flow: { [plan.rule]: { key, ...RULES[plan.rule] } } });
    if (id !== null) await STARTS[plan.by](hostile, plan, id, trigger.id);
  },
};

const STARTS = {
  run: (hostile: Hostile, plan: FlowKeyPlan, id: string, startId: string) => {
    const body = runBodyOf(id, startId, plan);
    return inTurn(plan.times, plan.times, () => hostile.send('POST', '/v1/workflow/run', body));
  },
  webhook: async (hostile: Hostile, plan: FlowKeyPlan, id: string, startId: string) => {
    const headers = { token: (await hostile.token(id, startId)) ?? '', 'content-type': 'text/plain' };
    const body = textOf(plan.text);
    return inTurn(plan.times, plan.times, () => hostile.send('POST', `/webhook/${id}`, body, headers));
  },
  batch: (hostile: Hostile, plan: FlowKeyPlan, id: string, startId: string) => {
    const lines = `${runBodyOf(id, startId, plan)}\n`.repeat(plan.times);
    return hostile.send('POST', '/v1/workflow/run/batch', lines, { 'content-type': 'application/x-ndjson' });
  },
  child: async (hostile: Hostile, plan: FlowKeyPlan, id: string, startId: string) => {
    const [input] = textTriggers();
    const placeholderValues = { t: '{{ t }}', j: '{{ j }}' };
    const child = component('run-workflow', { workflowId: id, componentId: startId, placeholderValues, wait: true });
    const parent = await hostile.publish(chain(input, child));
    if (parent !== null) await hostile.send('POST', '/v1/workflow/run', runBodyOf(parent, input.id, plan));
  },
};
