import described from '../package.json' with { type: 'json' };

/** The version of this release, as the package's description has it. */
export function serviceVersion(): string {
  return described.version;
}
