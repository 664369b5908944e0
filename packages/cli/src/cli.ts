import type { Command } from 'commander';
import { createClient, type Client } from '@workflow/client';
import { findConnection, type Connection, type GlobalOptions } from './profiles/connection.ts';
import { ProfileStore } from './profiles/profile-store.ts';
import type { Terminal } from './terminal/terminal.ts';

/** The objects that every command receives. */
export interface Cli {
  terminal: Terminal;
  env: Readonly<Record<string, string | undefined>>;
  profiles: ProfileStore;
  options(): GlobalOptions;
  /** @throws SignInError, UsageError */
  connection(): Connection;
  /** @throws SignInError, UsageError */
  client(): Client;
  /** Creates a client for another address or key. */
  clientOf(url: string, key: string): Client;
  /** Aborts when the user presses Ctrl-C. */
  signal: AbortSignal;
}

/** Adds one command or a group of related commands. */
export type AddCommand = (program: Command, cli: Cli) => void;

/** Creates the objects that every command receives. */
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
    createClient({ baseUrl: url, apiKey: key, fetch: reportingDelays(terminal, url) });
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

/** Returns a `fetch` that informs the user once when the service does not answer. The client repeats such calls. */
function reportingDelays(terminal: Terminal, url: string): typeof fetch {
  let isReported = false;
  return async (...request) => {
    try {
      return await fetch(...request);
    } catch (error) {
      if (!isReported && terminal.streams.stderr.isTTY === true && !isAbort(error)) {
        isReported = true;
        terminal.note(`${url} does not answer; trying again`);
      }
      throw error;
    }
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
