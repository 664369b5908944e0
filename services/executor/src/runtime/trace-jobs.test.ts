import { expect, jest, test } from '@jest/globals';
import type { Span, Tracing } from '@workflow/service-runtime';
import type { ClaimedSession, Execution } from '@workflow/session-store';
import type { TraceContext } from '@workflow/workflow-model';
import { traceJobs } from './trace-jobs.ts';

const traceOf = (sessionId: string) => ({ spanId: sessionId }) as unknown as TraceContext;

test('a session that was put back is linked to the job that takes it, also before the first job ends', async () => {
  const links: (readonly TraceContext[])[] = [];
  const start = jest.fn<Tracing['start']>((_name, options) => {
    links.push(options.links ?? []);
    return { end: () => undefined } as unknown as Span;
  });
  const { execution, run } = traceJobs({ start, close: () => Promise.resolve() }, 'queue');
  const store = { claim: ({ sessionId }: { sessionId: string }) => Promise.resolve({ trace: traceOf(sessionId) }) };
  const traced = execution({ claim: store.claim as unknown as Execution['claim'] } as Execution);
  const claim = (sessionId: string): Promise<ClaimedSession | null> =>
    traced.claim({ sessionId, executorId: 'e', enqueueNumber: 1 });
  const job = { organizationId: 'o', enqueueNumber: 1 };

  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const firstJob = run(async () => {
    await claim('taken');
    await first.promise;
  })({ ...job, sessionIds: ['taken', 'put back'] });
  const secondJob = run(async () => {
    await second.promise;
    await claim('put back');
  })({ ...job, sessionIds: ['put back'] });
  first.resolve();
  await firstJob;
  second.resolve();
  await secondJob;

  expect(links).toEqual([[traceOf('taken')], [traceOf('put back')]]);
});
