import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '@workflow/service-runtime';
import { waitFor } from '@workflow/test-harness';
import { CLI_PROGRAM, compileCache } from './cli-program.ts';

const ADDRESS = 'https://workflow.example.com';
const TIME = '2026-11-25T09:00:00.000Z';

/** Records commands with their output in the order in which a terminal shows them. */
export interface Recorder {
  /** Runs a command to its end. Calls `meanwhile` when its output so far satisfies `until`. */
  run(
    command: string,
    meanwhile?: { until: (written: string) => boolean; act: (written: string) => Promise<void> },
  ): Promise<void>;
  /** Runs a command without an end. Presses Ctrl-C after its first line and records only that line. */
  runForOneLine(command: string, act: () => Promise<void>): Promise<void>;
  /** Shows the exit code of the previous command. */
  showExitCode(): void;
  /** Returns the recording since the last call, with ids, times and addresses replaced by fixed ones. */
  take(): string;
}

/** Opens a recorder. @param env the variables of the commands, which run in `folder` */
export function openRecorder(folder: string, env: Record<string, string>, baseUrl: string): Recorder {
  const file = join(mkdtempSync(join(tmpdir(), 'workflow-recording-')), 'written');
  const ids = new Map<string, string>();
  let recorded: string[] = [];
  let exitCode: number | null = null;

  /** Both streams are written to one file, so that their lines have the right order. */
  async function record(
    command: string,
    during: (child: ChildProcess, written: () => string) => Promise<void>,
  ): Promise<void> {
    const output = openSync(file, 'w');
    const child = await startProgram(process.execPath, [...CLI_PROGRAM, ...wordsOf(command).slice(1)], {
      cwd: folder,
      env: { ...compileCache(), ...env },
      stdio: ['ignore', output, output],
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const written = (): string => readFileSync(file, 'utf8');
    await during(child, written);
    exitCode = await ended;
    closeSync(output);
    recorded.push(`$ ${command}`, written().trimEnd());
  }

  return {
    run: (command, meanwhile) =>
      record(command, async (child, written) => {
        if (meanwhile === undefined) return;
        await waitFor(() => meanwhile.until(written()) || child.exitCode !== null, { what: `${command} to go on` });
        await meanwhile.act(written());
      }),
    runForOneLine: async (command, act) => {
      await record(command, async (child, written) => {
        await waitFor(
          async () => {
            if (!written().includes('\n')) await act();
            return written().includes('\n');
          },
          { what: `a line of ${command}` },
        );
        child.kill('SIGINT');
      });
      recorded.push(recorded.pop()!.split('\n')[0]!);
    },
    showExitCode: () => recorded.push('$ echo $?', String(exitCode)),
    take: () => {
      const text = recorded.filter((part) => part !== '').join('\n');
      recorded = [];
      return sameEachTime(text, baseUrl, ids);
    },
  };
}

/** Splits a command line into words, some of which are in single quotes. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
}

function sameEachTime(text: string, baseUrl: string, ids: Map<string, string>): string {
  const idOf = (id: string): string => {
    const known = ids.get(id) ?? `0197a000-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, known);
    return known;
  };
  return (
    text
      .replaceAll(baseUrl, ADDRESS)
      // The address that the shared system reports as its own.
      .replaceAll('http://localhost:0', ADDRESS)
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, idOf)
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, TIME)
      .replaceAll(/\b\d+\.\d{3} s\b/g, '0.012 s')
      .replaceAll(/\b[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}\b/g, 'WDJB-MJHT')
  );
}
