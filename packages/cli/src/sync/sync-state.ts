import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** A workflow at the last sync. */
export interface Synced {
  /** The id in the organization. */
  remoteId: string;
  /** Digest of the file's content with the names of the organization. */
  digest: string;
  /** Digest of the organization's content. */
  remoteDigest: string;
}

export interface StatePlace {
  folder: string;
  url: string;
  organizationId: string;
  environment: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The state of the last sync, by the ids in the files. It is stored outside git, separately for each clone, environment
 * and organization, because the state of one clone is not valid for another.
 */
export class SyncState {
  readonly file: string;
  readonly workflows: Map<string, Synced>;

  constructor(env: Env, { folder, url, organizationId, environment = '' }: StatePlace) {
    const home = env['XDG_STATE_HOME'] || join(env['HOME'] || homedir(), '.local/state');
    const clone = existsSync(folder) ? realpathSync(folder) : resolve(folder);
    const key = JSON.stringify([clone, url.replace(/(?<!\/)\/+$/, ''), organizationId, environment]);
    const name = createHash('sha256').update(key).digest('hex').slice(0, 32);
    this.file = join(home, 'workflow/sync', `${name}.json`);
    const stored = existsSync(this.file) ? (JSON.parse(readFileSync(this.file, 'utf8')) as Record<string, Synced>) : {};
    this.workflows = new Map(Object.entries(stored));
  }

  /**
   * Records that the file and the workflow are equal. It is written immediately, so that an interrupted sync can
   * continue.
   */
  note(id: string, synced: Synced): void {
    this.workflows.set(id, synced);
    this.#write();
  }

  forget(id: string): void {
    if (this.workflows.delete(id)) this.#write();
  }

  #write(): void {
    mkdirSync(join(this.file, '..'), { recursive: true, mode: 0o700 });
    const temporaryFile = `${this.file}.${process.pid}`;
    writeFileSync(temporaryFile, JSON.stringify(Object.fromEntries(this.workflows), null, 2), { mode: 0o600 });
    renameSync(temporaryFile, this.file);
  }
}
