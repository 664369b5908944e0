import { CommanderError } from 'commander';
import { openCli } from './cli.ts';
import { describeFailure } from './failures/describe-failure.ts';
import { EXIT } from './failures/failures.ts';
import { buildProgram } from './program.ts';
import { Terminal, type Streams } from './terminal/terminal.ts';

/** Runs one command. @returns the exit code */
export async function runCli(args: readonly string[], streams: Streams): Promise<number> {
  const terminal = new Terminal(streams);
  // Set here as well, because parsing of the command line may fail.
  terminal.isJson = args.includes('--json');
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  process.once('SIGINT', interrupt);
  try {
    const program = buildProgram((command) => openCli(terminal, command, interrupted.signal));
    await program.parseAsync([...args], { from: 'user' });
    return EXIT.well;
  } catch (error) {
    return endOf(error, terminal);
  } finally {
    process.removeListener('SIGINT', interrupt);
  }
}

function endOf(error: unknown, terminal: Terminal): number {
  // Includes the AbortError of Node.js.
  if (error instanceof Error && error.name === 'AbortError') {
    terminal.json({ error: { message: 'Interrupted', errorId: null, httpStatus: null } });
    return terminal.isEndless ? EXIT.well : EXIT.failed;
  }
  if (error instanceof CommanderError) {
    // Help and version were written, and problems of the command line as well.
    if (error.exitCode === 0) return EXIT.well;
    const message =
      error.code === 'commander.help'
        ? 'The command is missing; `workflow --help` lists all commands'
        : error.message.replace(/^error: /, '');
    terminal.json({ error: { message, errorId: null, httpStatus: null } });
    return EXIT.wrongUse;
  }
  const { exitCode, message, errorId, httpStatus } = describeFailure(error);
  if (message !== '') {
    const id = errorId === null ? '' : ` (errorId ${errorId})`;
    terminal.note(`error: ${message}${id}`);
  }
  terminal.json({ error: { message, errorId, httpStatus } });
  return exitCode;
}
