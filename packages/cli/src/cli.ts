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
  /** A client of another address or key. */
  clientOf(url: string, key: string): Client;
  /** Ends with Ctrl-C. */
  signal: AbortSignal;
}

/** Adds one command, or several that belong together. */
export type AddCommand = (program: Command, cli: Cli) => void;

/** @returns what commands get */
export function openCli(terminal: Terminal, program: Command, signal: AbortSignal): Cli {
  const { env } = terminal.streams;
  const profiles = new ProfileStore(env);
  let given: GlobalOptions = {};
  program.hook('preAction', (_program, command) => {
    given = command.optsWithGlobals<GlobalOptions>();
  });
  const options = (): GlobalOptions => given;
  const connection = (): Connection => findConnection(profiles, options(), env);
  const clientOf = (url: string, key: string): Client =>
    createClient({ baseUrl: url, apiKey: key, fetch: tellingDelays(terminal, url) });
  let client: Client | undefined;
  return {
    terminal,
    env,
    profiles,
    options,
    connection,
    client: () => {
      const { url, key } = connection();
      client ??= clientOf(url, key);
      return client;
    },
    clientOf,
    signal,
  };
}

/** `fetch`, which tells a person once that the service does not answer, while calls are sent again. */
function tellingDelays(terminal: Terminal, url: string): typeof fetch {
  let isTold = false;
  return async (...request) => {
    try {
      return await fetch(...request);
    } catch (error) {
      if (!isTold && terminal.streams.stderr.isTTY === true && !isAbort(error)) {
        isTold = true;
        terminal.note(`${url} does not answer yet`);
      }
      throw error;
    }
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
