import { expect, test } from '@jest/globals';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

interface Ended {
  code: number | null;
  messages: string[];
}

const SAMPLE = join(import.meta.dirname, '../test/sample-service.ts');

/** Starts the sample service, calls a function immediately or for each line that it writes, and waits for its end. */
async function service(
  mode: string,
  whenStarted: (child: ChildProcess, line: string) => void,
  atOnce: (child: ChildProcess) => void = () => undefined,
): Promise<Ended> {
  const child = fork(SAMPLE, [mode], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  atOnce(child);
  let output = '';
  child.stdout!.on('data', (bytes: Buffer) => {
    output += bytes.toString();
    for (const line of bytes.toString().split('\n')) whenStarted(child, line);
  });
  // `close` is not emitted once the channel was cut.
  const [[code]] = (await Promise.all([once(child, 'exit'), once(child.stdout!, 'end')])) as [[number | null], unknown];
  return {
    code,
    messages: output
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { msg: string }).msg),
  };
}

const onStarted =
  (act: (child: ChildProcess) => void) =>
  (child: ChildProcess, line: string): void => {
    if (line.includes('sample started')) act(child);
  };

test('SIGTERM: takes no new work, finishes, writes its last line and exits with 0', async () => {
  const { code, messages } = await service(
    '',
    onStarted((child) => child.kill('SIGTERM')),
  );
  expect(messages).toEqual(['sample started', 'sample stops', 'takes no more', 'finishes', 'sample stopped']);
  expect(code).toBe(0);
});

test('warnings of Node.js and of libraries are lines of the log', async () => {
  const { messages } = await service('warning', (child, line) => {
    if (line.includes('something is deprecated')) child.kill('SIGTERM');
  });
  expect(messages).toContain('something is deprecated');
});

test('console output of libraries becomes a line of the log', async () => {
  const { messages } = await service('console', (child, line) => {
    if (line.includes('connection of redis lost')) child.kill('SIGTERM');
  });
  expect(messages).toContain('[library] connection of redis lost');
});

test('it stops cleanly when its supervisor has ended', async () => {
  const { code, messages } = await service(
    '',
    onStarted((child) => child.disconnect()),
  );
  expect(messages.at(-1)).toBe('sample stopped');
  expect(code).toBe(0);
});

test('it stops cleanly when its supervisor ended before it had loaded its code', async () => {
  const { code, messages } = await service(
    '',
    () => undefined,
    (child) => child.disconnect(),
  );
  expect(messages.at(-1)).toBe('sample stopped');
  expect(code).toBe(0);
});

test('work that does not end is aborted at the deadline', async () => {
  const { code, messages } = await service(
    'stuck',
    onStarted((child) => child.kill('SIGTERM')),
  );
  expect(messages.at(-1)).toBe('sample did not stop in time and is ended');
  expect(code).toBe(1);
});

test('a second signal exits immediately', async () => {
  const { code, messages } = await service('stuck', (child, line) => {
    if (line.includes('sample started') || line.includes('finishes')) child.kill('SIGTERM');
  });
  expect(messages.at(-1)).toBe('sample exits immediately');
  expect(code).toBe(1);
});

test('SIGTERM while it starts: a start that cannot finish is aborted', async () => {
  let stopping = 0;
  const { code, messages } = await service('starting', (child, line) => {
    if (!line.includes('connects')) return;
    child.kill('SIGTERM');
    stopping = performance.now();
  });
  expect(messages).toEqual(['connects', 'sample stops', 'sample stopped before it had started']);
  expect(code).toBe(0);
  // The deadline of the service is 5 s.
  expect(performance.now() - stopping).toBeLessThan(4_500);
});

test.each([
  ['broken', 'sample could not start'],
  ['uncaught', 'Ended because of an unhandled rejection'],
])('an error that nobody handles ends the process with a line: %s', async (mode, message) => {
  const { code, messages } = await service(mode, () => undefined);
  expect(messages.at(-1)).toBe(message);
  expect(code).toBe(1);
});
