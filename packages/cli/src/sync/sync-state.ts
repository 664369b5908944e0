import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** A workflow as it was when folder and organization were the same last. */
export interface Synced {
  /** In the organization. */
  remoteId: string;
  /** Of the file's content, as the organization would have it. */
  digest: string;
  /** Of what the organization had. */
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
 * What was the same last, by the ids in the files. It lies outside of git, one for each clone, environment and
 * organization: what one clone knows of an organization is not true for another.
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
    const kept = existsSync(this.file) ? (JSON.parse(readFileSync(this.file, 'utf8')) as Record<string, Synced>) : {};
    this.workflows = new Map(Object.entries(kept));
  }

  /** Notes that a workflow is the same on both sides; kept at once, so that a sync that is interrupted can go on. */
  note(id: string, synced: Synced): void {
    this.workflows.set(id, synced);
    this.#write();
  }

  forget(id: string): void {
    if (this.workflows.delete(id)) this.#write();
  }

  #write(): void {
    mkdirSync(join(this.file, '..'), { recursive: true, mode: 0o700 });
    const part = `${this.file}.${process.pid}`;
    writeFileSync(part, JSON.stringify(Object.fromEntries(this.workflows), null, 2), { mode: 0o600 });
    renameSync(part, this.file);
  }
}
