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

/** Every command takes these, before or after its name. */
const OF_EVERY_COMMAND = [
  ['--json', 'write exactly one JSON value'],
  ['--profile <name>', 'use this profile instead of the current one'],
  ['--url <address>', 'address of the service (WORKFLOW_URL)'],
  ['--key <key>', 'API key (WORKFLOW_API_KEY)'],
] as const;

/** The whole command line; what it refuses is thrown. */
export function buildProgram(open: (program: Command) => Cli): Command {
  const program = new Command('workflow');
  program
    .description('Runs workflows and manages an organization')
    .version(VERSION, '-V, --version', 'print the version')
    // An option after a command is the command's, such as `--version` of a retry.
    .enablePositionalOptions();
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
    for (const [flags, text] of OF_EVERY_COMMAND)
      command.addOption(new Option(flags, text).helpGroup('Options of every command:'));
    command.exitOverride().configureOutput(write).showHelpAfterError('(--help shows what it takes)');
    for (const child of command.commands) prepare(child);
  }
}
