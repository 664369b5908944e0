import type { Command } from 'commander';
import { createClient, type Client } from '@workflow/client';
import { findConnection, type Connection, type GlobalOptions } from './profiles/connection.ts';
import { ProfileStore } from './profiles/profile-store.ts';
import type { Terminal } from './terminal/terminal.ts';

/** What commands are made with. */
export interface Cli {
  terminal: Terminal;
  env: Readonly<Record<string, string | undefined>>;
  profiles: ProfileStore;
  options(): GlobalOptions;
  /** @throws SignInError, UsageError */
  connection(): Connection;
  /** @throws SignInError, UsageError */
  client(): Client;
  /** Ends with Ctrl-C. */
  signal: AbortSignal;
}

/** Adds one command, or several that belong together. */
export type AddCommand = (program: Command, cli: Cli) => void;

/** @returns what commands get */
export function openCli(terminal: Terminal, program: Command, signal: AbortSignal): Cli {
  const { env } = terminal.streams;
  const profiles = new ProfileStore(env);
  const options = (): GlobalOptions => program.opts<GlobalOptions>();
  const connection = (): Connection => findConnection(profiles, options(), env);
  let client: Client | undefined;
  return {
    terminal,
    env,
    profiles,
    options,
    connection,
    client: () => {
      const { url, key } = connection();
      client ??= createClient({ baseUrl: url, apiKey: key });
      return client;
    },
    signal,
  };
}
