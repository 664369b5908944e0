import { readFileSync } from 'node:fs';

/** The version of this release, as the package's description has it. */
export function serviceVersion(): string {
  const described = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return described.version;
}
