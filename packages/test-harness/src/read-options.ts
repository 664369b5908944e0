const MISUSED = 2;

/**
 * The options of the command that runs, such as `pnpm bench`. With `--help` it prints how the command is used and ends
 * the process; where `parse` throws, it says why on stderr and ends it with 2.
 */
export function readOptions<Options>(usage: string, parse: () => Options): Options {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return parse();
  } catch (error) {
    return misused(usage, (error as Error).message);
  }
}

/** Names that `--only` takes, comma-separated; null when it is left out. Others end the process with 2. */
export function readNames(usage: string, only: string | undefined, known: readonly string[]): readonly string[] | null {
  if (only === undefined) return null;
  const names = only.split(',');
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) misused(usage, `--only takes ${known.join(', ')}, not ${unknown.join(', ')}`);
  return names;
}

/** Says on stderr why a command does not take its arguments, and how it is used; ends the process with 2. */
export function misused(usage: string, why: string): never {
  process.stderr.write(`${why}\n${usage}\n`);
  process.exit(MISUSED);
}
