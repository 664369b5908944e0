import fc from 'fast-check';
import { counts, type Pattern } from '../grammar/pattern.ts';
import { jsonTexts, texts } from '../grammar/texts.ts';
import { inTurn } from '../hostile.ts';
import { chain, component, textTriggers } from './definitions-of.ts';
import type { Operation } from './operation.ts';
import { runBodyOf, type SentValues } from './run-bodies.ts';

interface EventPlan extends SentValues {
  runs: number;
  hooks: number;
  action: 'cancel' | 'retry' | 'none';
  /** Number of concurrent bulk operations. */
  operations: number;
  url: Pattern;
}

const EVENTS = [
  'session.succeeded',
  'session.failed',
  'session.cancelled',
  'workflow.failing',
  'failure.new',
  'approval.waiting',
];
const URLS = ['http://127.0.0.1:9/', 'http://10.255.255.1/', `http://127.0.0.1:9/${'a'.repeat(1_900)}`];

/** Many sessions end at the same time, for many hooks: the rounds of events, bulk operations and claims. */
export const eventRounds: Operation<EventPlan> = {
  name: 'events and bulk operations',
  plans: fc.record({
    runs: counts(128),
    hooks: counts(32),
    action: fc.constantFrom('cancel', 'retry', 'none'),
    operations: counts(16),
    url: fc.constantFrom(...URLS),
    text: texts,
    json: jsonTexts,
  }),
  act: async ({ runs, hooks, action, operations, url, ...values }, hostile) => {
    const [input] = textTriggers();
    const fails = component('condition', { expression: 't = 1 + t' });
    const definition =
      action === 'cancel' ? chain(input, component('output', { value: '{{ j }}' })) : chain(input, fails);
    const id = await hostile.publish(definition);
    if (id === null) return;
    await inTurn(hooks, 4, () => hostile.send('POST', '/v1/organization/event-hooks', { url, events: EVENTS }));
    if (action === 'cancel') await hostile.send('POST', `/v1/workflows/${id}/pause`);
    const body = runBodyOf(id, input.id, values);
    await inTurn(runs, 8, () => hostile.send('POST', '/v1/workflow/run', body));
    if (action === 'none') return;
    await inTurn(operations, 4, () =>
      hostile.send('POST', '/v1/sessions/bulk', {
        action,
        filter: { workflowId: id },
        ...(action === 'retry' && { from: 'start' }),
      }),
    );
  },
};
