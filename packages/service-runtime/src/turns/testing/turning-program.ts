// A program whose event loop is watched. It blocks the loop in the way that its argument names, or answers lines.
import { pbkdf2Sync } from 'node:crypto';
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { createLogger } from '../../logger.ts';
import { runAs, type TurnOwner } from '../turn-owner.ts';
import { watchTurns } from '../watch-turns.ts';

const [mode = 'idle', limit = '600'] = process.argv.slice(2);
const CULPRIT: TurnOwner = { kind: 'session', name: 'culprit', organizationId: 'organization-c' };
const INNOCENT: TurnOwner = { kind: 'session', name: 'innocent', organizationId: 'organization-i' };

watchTurns({
  service: 'executor',
  config: { turnLimitMs: Number(limit), logLevel: 'info', logPretty: false },
  logger: createLogger({ service: 'executor', level: 'info' }),
  recorder: { url: import.meta.resolve('./print-turn.ts'), options: { of: 'the test' } },
  active: () => ['culprit', 'innocent'],
});

function computeFor(cpuMs: number): void {
  const spent = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  const until = spent() + cpuMs;
  while (spent() < until);
}

/** Runs a turn that is stopped from outside after its first part, until the process is continued. */
function computeAroundStop(beforeMs: number, afterMs: number): void {
  computeFor(beforeMs);
  writeSync(1, 'stopping\n');
  process.kill(process.pid, 'SIGSTOP');
  computeFor(afterMs);
  writeSync(1, 'computed\n');
}

function computeForever(): void {
  let turns = 0;
  while (turns >= 0) turns += 1;
}

/** Runs work of an owner that goes on after an await, as a component does after an answer. */
function later(owner: TurnOwner, work: () => void): void {
  void runAs(owner, async () => {
    await pause(5);
    await Promise.resolve();
    work();
    await Promise.resolve();
  });
}

const MODES: Record<string, () => void> = {
  idle: () => undefined,
  loop: () => later(CULPRIT, computeForever),
  expression: () => later(CULPRIT, () => void /^(a+)+$/.test(`${'a'.repeat(60)}b`)),
  promises: () =>
    later(CULPRIT, () => {
      const goOn = (): Promise<void> => Promise.resolve().then(goOn);
      void goOn();
    }),
  interleaved: () => {
    later(INNOCENT, () => computeFor(50));
    later(CULPRIT, computeForever);
    later(INNOCENT, () => computeFor(50));
  },
  stopped: () => later(CULPRIT, () => computeAroundStop(0.6 * Number(limit), 0.2 * Number(limit))),
  'stopped and long': () => later(CULPRIT, () => computeAroundStop(0.3 * Number(limit), 3 * Number(limit))),
  task: () => later({ kind: 'task', name: 'operations', organizationId: null }, computeForever),
  nobody: () => void pause(5).then(computeForever),
  // A single call of a built-in function, which checks for no interrupts.
  native: () => later(CULPRIT, () => void pbkdf2Sync('a', 'b', 2 ** 31 - 1, 64, 'sha512')),
  // Many owners have short turns in one round of the loop. Its timers have to wait, and none of the owners is to blame.
  many: () => {
    for (let number = 0; number < 400; number += 1)
      later({ ...INNOCENT, name: `session ${number}` }, () => computeFor(20));
  },
  // Each turn is shorter than the limit, but together they take longer.
  short: () => {
    void runAs(CULPRIT, async () => {
      for (let turns = 0; turns < 8; turns += 1) {
        computeFor(0.25 * Number(limit));
        await pause(1);
      }
      process.stdout.write('computed\n');
    });
  },
};
process.stdout.write('watched\n');
MODES[mode]?.();
createInterface({ input: process.stdin }).on('line', (line) => process.stdout.write(`echo ${line}\n`));
