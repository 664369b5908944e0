import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StackError } from './stack-error.ts';

/** Secrets of the services in base64url, generated once per data folder. */
export interface StackSecrets {
  /** The 32 bytes that encrypt the organizations' secrets in the database. */
  secretsKey: string;
  /** The secret that signs the console's cookies. */
  authSecret: string;
  databasePassword: string;
}

const FILE = 'secrets.json';
const NAMES = ['secretsKey', 'authSecret', 'databasePassword'] as const;

/** Reads the data folder's secrets, or generates them, readable only by their owner. */
export function loadStackSecrets(dataDir: string): StackSecrets {
  const path = join(dataDir, FILE);
  const known = read(path);
  if (known !== null) return known;
  const random = (): string => randomBytes(32).toString('base64url');
  const secrets: StackSecrets = { secretsKey: random(), authSecret: random(), databasePassword: random() };
  writeFileSync(`${path}.unfinished`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.unfinished`, path);
  return secrets;
}

function read(path: string): StackSecrets | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  chmodSync(path, 0o600);
  try {
    const secrets = JSON.parse(text) as StackSecrets;
    if (NAMES.every((name) => typeof secrets[name] === 'string' && secrets[name] !== '')) return secrets;
  } catch {
    // The error is reported below.
  }
  // A new key could not decrypt what the old one encrypted, so none is generated silently.
  throw new StackError(
    `${path} is damaged, and its secrets cannot be generated again.`,
    'Put the file back from a copy, or start over with: pnpm start --reset',
  );
}

/** Returns a password to be shown once and typed by a person. */
export function makeUpPassword(): string {
  return randomBytes(12).toString('base64url');
}
