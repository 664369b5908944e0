import { Command, Option } from 'commander';
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

/** All commands in the order of the help. */
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

/** Options that every command accepts, before or after its name. */
const COMMON_OPTIONS = [
  ['--json', 'write exactly one JSON value'],
  ['--profile <name>', 'use this profile instead of the current one'],
  ['--url <address>', 'address of the service (WORKFLOW_URL)'],
  ['--key <key>', 'API key (WORKFLOW_API_KEY)'],
] as const;

/** Builds the command line. Wrong usage is thrown. */
export function buildProgram(open: (program: Command) => Cli): Command {
  const program = new Command('workflow');
  program
    .description('Runs workflows and manages an organization')
    .version(VERSION, '-V, --version', 'print the version')
    // An option after a command belongs to the command, such as `--version` of `retry`.
    .enablePositionalOptions();
  const cli = open(program);
  const { stdout, stderr } = cli.terminal.streams;
  const write = {
    // With --json, help and version are JSON values as well.
    writeOut: (text: string) => (cli.terminal.isJson ? cli.terminal.json(text.trimEnd()) : stdout.write(text)),
    writeErr: (text: string) => stderr.write(text),
  };
  for (const add of COMMANDS) add(program, cli);
  prepare(program);
  return program;

  /** Must run after all commands were added, because commands do not inherit these settings later. */
  function prepare(command: Command): void {
    for (const [flags, text] of COMMON_OPTIONS)
      command.addOption(new Option(flags, text).helpGroup('Options of every command:'));
    command.exitOverride().configureOutput(write).showHelpAfterError('(--help shows the usage)');
    for (const child of command.commands) prepare(child);
  }
}
