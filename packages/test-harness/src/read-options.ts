const MISUSED = 2;

/**
 * Returns the options of a command such as `pnpm bench`. With `--help` it prints the usage and ends the process. If
 * `parse` throws, it prints the reason to stderr and ends the process with 2.
 */
export function readOptions<Options>(usage: string, parse: () => Options): Options {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return parse();
  } catch (error) {
    return exitWithUsage(usage, (error as Error).message);
  }
}

/** Returns the comma-separated names of `--only`, or null if it is omitted. Unknown names end the process with 2. */
export function readNames(usage: string, only: string | undefined, known: readonly string[]): readonly string[] | null {
  if (only === undefined) return null;
  const names = only.split(',');
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) exitWithUsage(usage, `--only takes ${known.join(', ')}, not ${unknown.join(', ')}`);
  return names;
}

/** Prints to stderr why the arguments are refused, and the usage. Ends the process with 2. */
export function exitWithUsage(usage: string, why: string): never {
  process.stderr.write(`${why}\n${usage}\n`);
  process.exit(MISUSED);
}
