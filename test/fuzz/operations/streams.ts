import fc from 'fast-check';
import { counts } from '../grammar/pattern.ts';
import { jsonTexts, texts } from '../grammar/texts.ts';
import { inTurn } from '../hostile.ts';
import { chain, component, textTriggers } from './definitions-of.ts';
import type { Operation } from './operation.ts';
import { runBodyOf, type SentValues } from './run-bodies.ts';

interface StreamPlan extends SentValues {
  streams: number;
  reads: boolean;
  runs: number;
  /** How often the output contains the values. */
  copies: number;
  lists: number;
}

const STREAM_MS = 1_500;
const FILTERS = ['', '?mode=PROD', '?status=SUCCEEDED', '?text=a', '?trigger=API', '?status=QUEUED&status=FAILED'];
const LISTS = ['/v1/sessions?limit=200', '/v1/workflows?limit=200', '/v1/overview', '/v1/organization/audit-log'];

/** Event streams, read or not, and lists, while sessions with large values and results end. */
export const streams: Operation<StreamPlan> = {
  name: 'streams and lists',
  plans: fc.record({
    streams: counts(64),
    reads: fc.boolean(),
    runs: counts(32),
    copies: counts(6),
    lists: counts(16),
    text: texts,
    json: jsonTexts,
  }),
  act: async ({ streams: count, reads, runs, copies, lists, ...values }, hostile) => {
    const [input] = textTriggers();
    const output = component('output', { value: Array.from({ length: copies }, () => '{{ j }} {{ t }}') });
    const id = await hostile.publish(chain(input, output));
    if (id === null) return;
    const body = runBodyOf(id, input.id, values);
    const { body: first } = await hostile.send('POST', '/v1/workflow/run', body);
    const own = `/v1/sessions/${String(first['sessionId'])}/events`;
    const watching = inTurn(count, count, (index) => {
      const path = index % 3 === 0 ? own : `/v1/sessions/events${FILTERS[index % FILTERS.length]!}`;
      return hostile.stream(path, { ms: STREAM_MS, reads });
    });
    await inTurn(runs, 4, () => hostile.send('POST', '/v1/workflow/run', body));
    await inTurn(lists, lists, (index) => hostile.send('GET', LISTS[index % LISTS.length]!));
    await watching;
  },
};
