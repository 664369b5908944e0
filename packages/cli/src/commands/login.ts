import { AbortError } from '@workflow/client';
import type { AddCommand, Cli } from '../cli.ts';
import { describeFailure } from '../failures/describe-failure.ts';
import { UsageError } from '../failures/failures.ts';
import { chosenProfile, requireAddress, requireKey } from '../profiles/connection.ts';
import { endDeviceKey, signInByDevice } from '../profiles/sign-in-by-device.ts';

const DEFAULT_PROFILE = 'default';

interface LoginOptions {
  scopes?: string;
  name?: string;
  browser?: boolean;
}

export const addLogin: AddCommand = (program, cli) => {
  program
    .command('login')
    .description('keep an address and a key; without --key, sign in with a browser')
    .option('--scopes <list>', 'what the key may do, by commas: run, read, manage (with a browser)')
    .option('--name <name>', 'name of the key (with a browser)')
    .option('--browser', 'with a browser, also where no terminal is')
    .action((options: LoginOptions) => login(cli, options));
  program
    .command('logout')
    .description('forget the key of a profile, and end it if a sign-in with a browser made it')
    .action(() => logout(cli));
  program
    .command('whoami')
    .description('say which key is used, where it comes from, and what it may do')
    .action(() => whoami(cli));
};

async function login(cli: Cli, { scopes, name: keyName, browser }: LoginOptions): Promise<void> {
  const { profile = DEFAULT_PROFILE, url = cli.env['WORKFLOW_URL'] || known(cli), key: given } = cli.options();
  if (url === undefined) throw new UsageError('The address is missing: give --url, or set WORKFLOW_URL');
  requireAddress(url, cli.options().url === undefined ? 'WORKFLOW_URL' : '--url');
  const asked = scopes === undefined ? undefined : scopes.split(',').map((scope) => scope.trim());
  const ofPipeline = browser !== true && !cli.terminal.isInteractive ? cli.env['WORKFLOW_API_KEY'] : undefined;
  const key = given === '-' ? await cli.terminal.readInput(cli.signal) : (given ?? (ofPipeline || undefined));
  // Nobody reads the code in a pipeline.
  if (key === undefined && browser !== true && !cli.terminal.isInteractive)
    throw new UsageError(
      'The key is missing: give --key, --key - for standard input, WORKFLOW_API_KEY, or --browser to sign in with one',
    );
  if (key !== undefined) requireKey(key, given === undefined ? 'WORKFLOW_API_KEY' : '--key');
  const usedKey = key?.trim() ?? (await signInByDevice(cli, url, { scopes: asked, name: keyName }));
  const { data: caller } = await cli.clientOf(url, usedKey).call('GET /v1/caller', {}, { signal: cli.signal });
  cli.profiles.put(profile, { url, key: usedKey, organizationId: caller.organizationId, keyName: caller.name });
  const { name, organizationId, scopes: granted } = caller;
  cli.terminal.show({ profile, url, keyName: name, organizationId, scopes: granted }, [
    `Signed in to ${url} with the key ${name} (${granted.join(', ')}) as profile ${profile}`,
  ]);
}

/** The address of the profile that is signed in to again. */
function known(cli: Cli): string | undefined {
  const { profile = DEFAULT_PROFILE } = cli.options();
  const { profiles } = cli.profiles.read();
  return Object.hasOwn(profiles, profile) ? profiles[profile]?.url : undefined;
}

async function logout(cli: Cli): Promise<void> {
  const chosen = chosenProfile(cli.profiles, cli.options(), cli.env);
  if (chosen === null) {
    cli.terminal.show({ profile: null, ended: false }, ['There is no profile to sign out of']);
    return;
  }
  const [name, { url, key, keyName }] = chosen;
  const ended = await endDeviceKey(cli, url, key).catch((error: unknown) => {
    if (error instanceof AbortError) throw error;
    cli.terminal.note(`The key was not ended: ${describeFailure(error).message}`);
    return false;
  });
  cli.profiles.remove(name);
  cli.terminal.show({ profile: name, ended }, [
    ended
      ? `Ended the key ${keyName} and forgot profile ${name}`
      : `Forgot the key of profile ${name}. It stays valid: \`workflow keys delete\` ends it`,
  ]);
}

async function whoami(cli: Cli): Promise<void> {
  const { url, urlFrom, keyFrom } = cli.connection();
  const { data: caller } = await cli.client().call('GET /v1/caller', {}, { signal: cli.signal });
  const { name, organizationId, organizationPaused, scopes } = caller;
  const answer = { url, urlFrom, keyFrom, keyName: name, organizationId, organizationPaused, scopes };
  cli.terminal.show(answer, [
    `key           ${name}, from ${keyFrom}`,
    `scopes        ${scopes.join(', ')}`,
    `organization  ${organizationId}${organizationPaused ? ' (paused by the operator)' : ''}`,
    `service       ${url}, from ${urlFrom}`,
  ]);
}
