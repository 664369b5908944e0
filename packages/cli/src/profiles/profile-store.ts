import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../failures/failures.ts';

/** The address and the key of one service. */
export interface Profile {
  url: string;
  key: string;
  organizationId: string;
  /** The name of the key. */
  keyName: string;
}

interface Stored {
  current: string | null;
  profiles: Record<string, Profile>;
}

type Env = Readonly<Record<string, string | undefined>>;

const ONLY_OWNER = 0o600;

/** Returns the folder for the program's files: `$XDG_CONFIG_HOME/workflow`. */
function configFolder(env: Env): string {
  const home = env['HOME'] || homedir();
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'workflow');
}

/** Stores profiles in a file that only its owner may read. */
export class ProfileStore {
  readonly file: string;

  constructor(env: Env) {
    this.file = join(configFolder(env), 'profiles.json');
  }

  read(): Stored {
    if (!existsSync(this.file)) return { current: null, profiles: {} };
    try {
      const { current = null, profiles = {} } = JSON.parse(readFileSync(this.file, 'utf8')) as Partial<Stored>;
      return { current, profiles };
    } catch (error) {
      throw new UsageError(`${this.file} is not a valid file of profiles; repair or remove it`, { cause: error });
    }
  }

  /** Stores a profile and makes it the current one. */
  put(name: string, profile: Profile): void {
    const { profiles } = this.read();
    this.#write({ current: name, profiles: { ...profiles, [name]: profile } });
  }

  use(name: string): void {
    this.#write({ ...this.read(), current: name });
  }

  /** Returns false if no profile has this name. */
  remove(name: string): boolean {
    const { current, profiles } = this.read();
    if (!Object.hasOwn(profiles, name)) return false;
    const { [name]: _removed, ...otherProfiles } = profiles;
    this.#write({
      current: current === name ? (Object.keys(otherProfiles)[0] ?? null) : current,
      profiles: otherProfiles,
    });
    return true;
  }

  /** Returns true if users other than the owner may read the file. */
  isReadableByOthers(): boolean {
    return existsSync(this.file) && (statSync(this.file).mode & 0o077) !== 0;
  }

  #write(stored: Stored): void {
    mkdirSync(join(this.file, '..'), { recursive: true, mode: 0o700 });
    const temporaryFile = `${this.file}.${process.pid}`;
    writeFileSync(temporaryFile, `${JSON.stringify(stored, null, 2)}\n`, { mode: ONLY_OWNER });
    chmodSync(temporaryFile, ONLY_OWNER);
    renameSync(temporaryFile, this.file);
  }
}
