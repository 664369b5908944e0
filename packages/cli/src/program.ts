import { Command } from 'commander';
import type { AddCommand, Cli } from './cli.ts';
import { addComponents } from './commands/components.ts';
import { addCompletion } from './commands/completion.ts';
import { addCredentials } from './commands/credentials.ts';
import { addDoctor } from './commands/doctor.ts';
import { addKeys } from './commands/keys.ts';
import { addListen } from './commands/listen.ts';
import { addLogin } from './commands/login.ts';
import { addProfiles } from './commands/profiles.ts';
import { addRun } from './commands/run.ts';
import { addSecrets } from './commands/secrets.ts';
import { addSessions } from './commands/sessions.ts';
import { addSync } from './commands/sync.ts';
import { addTokens } from './commands/tokens.ts';
import { addTypes } from './commands/types.ts';
import { addWorkflows } from './commands/workflows.ts';
import { VERSION } from './version.ts';

/** In the order of the help. */
const COMMANDS: readonly AddCommand[] = [
  addLogin,
  addProfiles,
  addRun,
  addSessions,
  addWorkflows,
  addSync,
  addKeys,
  addTokens,
  addSecrets,
  addCredentials,
  addListen,
  addTypes,
  addComponents,
  addDoctor,
  addCompletion,
];

/** The whole command line; what it refuses is thrown. */
export function buildProgram(open: (program: Command) => Cli): Command {
  const program = new Command('workflow');
  program
    .description('Runs workflows and manages an organization')
    .version(VERSION, '-V, --version', 'print the version')
    .option('--json', 'write exactly one JSON value')
    .option('--profile <name>', 'use this profile instead of the current one')
    .option('--url <address>', 'address of the service (WORKFLOW_URL)')
    .option('--key <key>', 'API key (WORKFLOW_API_KEY)');
  const cli = open(program);
  const { stdout, stderr } = cli.terminal.streams;
  const write = {
    // Help and version are values as well.
    writeOut: (text: string) => (cli.terminal.isJson ? cli.terminal.json(text.trimEnd()) : stdout.write(text)),
    writeErr: (text: string) => stderr.write(text),
  };
  for (const add of COMMANDS) add(program, cli);
  prepare(program);
  return program;

  /** Commands inherit nothing of this where they were added before. */
  function prepare(command: Command): void {
    command.exitOverride().configureOutput(write).showHelpAfterError('(--help shows what it takes)');
    for (const child of command.commands) prepare(child);
  }
}
