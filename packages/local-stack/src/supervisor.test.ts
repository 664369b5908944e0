import { afterEach, expect, test } from '@jest/globals';
import { startProgram } from '@workflow/service-runtime';
import { waitFor } from '@workflow/test-harness';
import { restartMessage } from './restart-message.ts';
import { supervise, type SupervisedProgram, type Supervisor } from './supervisor.ts';

const running = new Set<Supervisor>();
afterEach(async () => {
  for (const one of running) await one.stop(5_000);
  running.clear();
});

/** Supervises a program and collects the messages for the terminal. */
function messagesOf(program: Omit<SupervisedProgram, 'onRestart'>): string[] {
  const messages: string[] = [];
  running.add(supervise({ ...program, onRestart: (end) => messages.push(restartMessage(end)) }));
  return messages;
}

const runNode = (script: string) => startProgram(process.execPath, ['-e', script], { stdio: 'ignore' });

test('a program that keeps ending is started after growing pauses, and the third message has the number', async () => {
  const messages = messagesOf({ start: () => runNode('process.exit(3)') });
  await waitFor(() => messages.length >= 3);
  expect(messages.slice(0, 3)).toEqual([
    'ended (exit code 3), starts again in 0.5 s',
    'ended (exit code 3), starts again in 1 s',
    'ended (exit code 3) 3 times in a row, starts again in 2 s',
  ]);
});

test('a program that cannot be started is tried again, and the message has the reason', async () => {
  const messages = messagesOf({ start: () => startProgram('no-such-program', [], { stdio: 'ignore' }) });
  await waitFor(() => messages.length >= 2);
  expect(messages[0]).toMatch(/^ended \(Could not start no-such-program: it is not installed.*starts again in 0\.5 s$/);
});

test('a program that runs already is watched, and another takes its place when it was killed', async () => {
  const first = await runNode('setInterval(() => {}, 1000)');
  let started = 0;
  const messages = messagesOf({
    running: first,
    start: async () => {
      started += 1;
      return runNode('setInterval(() => {}, 1000)');
    },
  });
  first.kill('SIGKILL');
  await waitFor(() => started === 1);
  expect(messages).toEqual(['ended (SIGKILL), starts again in 0.5 s']);
});
