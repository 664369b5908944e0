import { runComponent } from '@workflow/component-kit/testing';
import { expect, test } from '@jest/globals';
import { MAX_DELAY_SECONDS } from '@workflow/workflow-model';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

test('waits until the time that its template names, then goes on', async () => {
  const due = new Date(Date.now() + 60_000);
  const { outcome, waitedUntil } = await runComponent(
    { descriptor, runner },
    { until: '{{ due }}' },
    { due: due.toISOString() },
  );
  expect(waitedUntil).toEqual([due]);
  expect(outcome).toEqual({ kind: 'succeeded', output: null, port: 'next' });
});

test.each(['-1', 'soon', MAX_DELAY_SECONDS + 1])('seconds: %j fails', async (seconds) => {
  const { outcome } = await runComponent({ descriptor, runner }, { seconds: '{{ seconds }}' }, { seconds });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'CONFIG_INVALID', retryable: false });
});
