import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { BlockedTurn } from './blocked-turn.ts';

const PROGRAM = join(import.meta.dirname, 'testing/turning-program.ts');
const LIMIT_MS = 400;
const CULPRIT = { kind: 'session', name: 'culprit', organizationId: 'organization-c' };

let child: ChildProcess | null = null;
let lines: string[] = [];
let errors: string[] = [];

async function start(mode: string, args: string[] = []): Promise<void> {
  lines = [];
  errors = [];
  child = spawn(process.execPath, [...args, PROGRAM, mode, String(LIMIT_MS)]);
  createInterface({ input: child.stdout! }).on('line', (line) => lines.push(line));
  createInterface({ input: child.stderr! }).on('line', (line) => errors.push(line));
  await waitFor(async () => lines.includes('watched'));
}

const logged = () => lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as never);

/** Returns the record and the log line of the program after its end. */
async function ended() {
  const [code, signal] = (await once(child!, 'close')) as [number | null, string | null];
  const found = logged() as { recorded?: BlockedTurn; options?: unknown; msg?: string; turn?: unknown }[];
  const record = found.find(({ recorded }) => recorded !== undefined);
  return { code, signal, recorded: record?.recorded, options: record?.options, line: found.find(({ msg }) => msg) };
}

/** Sends a line to the program and waits for its answer, which shows that its loop runs. */
async function answers(text: string): Promise<void> {
  child!.stdin!.write(`${text}\n`);
  await waitFor(async () => lines.includes(`echo ${text}`));
}

/**
 * Waits until the program stopped itself in the middle of a turn, where nothing of it runs for longer than the limit.
 */
async function stopInTurn(mode: string): Promise<void> {
  await start(mode);
  await waitFor(async () => lines.includes('stopping'));
  await waitFor(async () => readFileSync(`/proc/${child!.pid}/stat`, 'utf8').includes(') T '));
  await pause(2 * LIMIT_MS);
  child!.kill('SIGCONT');
}

afterEach(async () => {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'close');
});

describe('a turn that takes longer than the limit ends its process, and names', () => {
  test.each([
    ['a session that computes', 'loop', CULPRIT, 'computeForever'],
    ['a session in a regular expression', 'expression', CULPRIT, 'RegExp.test'],
    ['a session that goes from promise to promise', 'promises', CULPRIT, ''],
    ['the session that computes, and not the one that had its turn just before', 'interleaved', CULPRIT, ''],
    ['a background task', 'task', { kind: 'task', name: 'operations', organizationId: null }, 'computeForever'],
  ])('%s', async (_what, mode, owner, running) => {
    await start(mode);
    const { signal, recorded, options, line } = await ended();
    expect(signal).toBe('SIGKILL');
    expect(recorded).toMatchObject({ service: 'executor', owner, active: ['culprit', 'innocent'] });
    expect(recorded!.cpuMs).toBeGreaterThanOrEqual(LIMIT_MS);
    expect(recorded!.stack).toContain(running);
    expect(options).toEqual({ of: 'the test' });
    expect(line).toMatchObject({ level: 60, service: 'executor', errorId: recorded!.errorId, turn: owner });
  });

  test.each([
    ['code whose owner is unknown', 'nobody'],
    ['many short turns that delay the timers of the loop', 'many'],
    ['a call of a built-in function that cannot be interrupted', 'native'],
  ])('nobody for %s', async (_what, mode) => {
    await start(mode);
    expect(await ended()).toMatchObject({ signal: 'SIGKILL', recorded: { owner: null }, line: { turn: null } });
  });
});

test('a turn that was stopped in its middle ends the process by what it computed before and after', async () => {
  await stopInTurn('stopped and long');
  const { signal, recorded } = await ended();
  expect(lines).not.toContain('computed');
  expect({ signal, owner: recorded!.owner }).toEqual({ signal: 'SIGKILL', owner: CULPRIT });
  expect(recorded!.cpuMs).toBeLessThan(3 * LIMIT_MS);
});

describe('the process goes on', () => {
  test('when turns are shorter, however long they take together', async () => {
    await start('short');
    await waitFor(async () => lines.includes('computed'));
    await answers('after them');
    expect(logged()).toEqual([]);
  });

  test('when it is stopped from outside for longer than the limit', async () => {
    await start('idle');
    child!.kill('SIGSTOP');
    await pause(3 * LIMIT_MS);
    child!.kill('SIGCONT');
    await answers('after the stop');
    await pause(LIMIT_MS);
    await answers('some time after the stop');
    expect(logged()).toEqual([]);
  });

  test('when it is stopped in the middle of a turn that takes less than the limit', async () => {
    await stopInTurn('stopped');
    await waitFor(async () => lines.includes('computed'));
    await answers('after the turn');
    expect(logged()).toEqual([]);
  });

  test('when a debugger pauses it for longer than the limit', async () => {
    await start('idle', ['--inspect=127.0.0.1:0']);
    const address = /ws:\S+/.exec(errors.join('\n'))![0];
    const socket = new WebSocket(address);
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    const paused = new Promise<void>((resolve) =>
      socket.addEventListener('message', ({ data }) => String(data).includes('Debugger.paused') && resolve()),
    );
    const send = (id: number, method: string) => socket.send(JSON.stringify({ id, method }));
    send(1, 'Debugger.enable');
    send(2, 'Debugger.pause');
    await paused;
    await pause(3 * LIMIT_MS);
    send(3, 'Debugger.resume');
    await answers('after the pause');
    socket.close();
    expect(logged()).toEqual([]);
  });
});
