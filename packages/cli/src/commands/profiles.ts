import type { AddCommand, Cli } from '../cli.ts';
import { UsageError } from '../failures/failures.ts';
import { table } from '../terminal/table.ts';

export const addProfiles: AddCommand = (program, cli) => {
  const profiles = program.command('profiles').description('list profiles, choose one, or remove one');
  profiles
    .command('list', { isDefault: true })
    .description('list profiles, without their keys')
    .action(() => list(cli));
  profiles
    .command('use <name>')
    .description('make a profile the current one')
    .action((name: string) => use(cli, name));
  profiles
    .command('remove <name>')
    .description('remove a profile and its key')
    .action((name: string) => {
      if (!cli.profiles.remove(name)) throw unknown(name);
      cli.terminal.show({ removed: name }, [`Removed profile ${name}`]);
    });
};

function list(cli: Cli): void {
  const { current, profiles } = cli.profiles.read();
  const shown = Object.entries(profiles).map(([name, { url, organizationId, keyName }]) => ({
    name,
    url,
    organizationId,
    keyName,
    current: name === current,
  }));
  const rows = shown.map((each) => [each.current ? '*' : '', each.name, each.url, each.keyName]);
  cli.terminal.show(
    shown,
    rows.length === 0 ? ['No profiles; `workflow login` creates one'] : table(['', 'name', 'address', 'key'], rows),
  );
}

function use(cli: Cli, name: string): void {
  if (!Object.hasOwn(cli.profiles.read().profiles, name)) throw unknown(name);
  cli.profiles.use(name);
  cli.terminal.show({ current: name }, [`Using profile ${name}`]);
}

function unknown(name: string): UsageError {
  return new UsageError(`Profile '${name}' not found; \`workflow profiles\` lists all profiles`);
}
