import described from '../package.json' with { type: 'json' };

/** Returns the version of this release, from package.json. */
export function serviceVersion(): string {
  return described.version;
}
