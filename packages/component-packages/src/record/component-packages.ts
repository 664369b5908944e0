import { stat } from 'node:fs/promises';
import { compareVersions, installComponentTypes } from '@workflow/components/descriptors';
import { loadPackages, type InstalledPackage, type LeftOutPackage, type LoadedPackages } from './load-packages.ts';
import { manifestFileOf } from './package-id.ts';

interface ComponentPackagesOptions {
  /** null: there are none. */
  directory: string | null;
  log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  /** Has packages that were laid there say what they are; left out, another service does it. */
  describe?: (directory: string, loaded: LoadedPackages) => Promise<LeftOutPackage[]>;
  /** Between two looks for what others wrote about packages that were laid there. */
  lookEveryMs?: number;
}

const LOOK_EVERY_MS = 1_000;

/** The packages of others that this process knows: read when it starts, and kept until it ends. */
export class ComponentPackages {
  readonly #options: ComponentPackagesOptions;
  #loaded: LoadedPackages = { installed: [], leftOut: [], undescribed: [] };
  #failed: LeftOutPackage[] = [];
  #looking: NodeJS.Timeout | undefined;
  #timesSeen = '';
  readonly #logged = new Set<string>();

  constructor(options: ComponentPackagesOptions) {
    this.#options = options;
  }

  get installed(): readonly InstalledPackage[] {
    return this.#loaded.installed;
  }

  /** Those whose type cannot be used, and why. */
  get leftOut(): readonly LeftOutPackage[] {
    const failed = new Map(this.#failed.map((one) => [`${one.name}@${one.version}`, one.reason]));
    const waiting = this.#loaded.undescribed.map(({ name, version }) => ({
      name,
      version,
      reason: failed.get(`${name}@${version}`) ?? 'no executor has had it describe itself yet',
    }));
    return [...this.#loaded.leftOut, ...waiting];
  }

  /** The package that has a type in this version; without one the newest. */
  find({ type, version }: { type: string; version?: string }): InstalledPackage | undefined {
    const versions = this.installed.filter((one) => one.manifest.type === type);
    if (version !== undefined) return versions.find((one) => one.version === version);
    return versions.toSorted((a, b) => compareVersions(b.version, a.version))[0];
  }

  /** Reads all packages and adds their types. Never rejects: the service runs without those that cannot be read. */
  async start(): Promise<void> {
    const { directory } = this.#options;
    if (directory === null) return;
    await this.#load(directory);
    if (this.#loaded.undescribed.length > 0) this.#lookAgain(directory);
  }

  stop(): void {
    clearTimeout(this.#looking);
  }

  async #load(directory: string): Promise<void> {
    const { describe, log } = this.#options;
    try {
      this.#loaded = await loadPackages(directory);
      if (describe !== undefined && this.#loaded.undescribed.length > 0) {
        this.#failed = await describe(directory, this.#loaded);
        this.#loaded = await loadPackages(directory);
      }
    } catch (err) {
      log.error({ err, directory }, 'the component packages could not be read: none is used');
    }
    installComponentTypes(this.installed.map(({ descriptor }) => descriptor));
    this.#logAll();
  }

  #logAll(): void {
    const { log } = this.#options;
    for (const { name, version, reason } of this.leftOut)
      this.#logOnce(`${name}@${version} ${reason}`, () =>
        log.error({ package: name, version, reason }, 'a component package is left out'),
      );
    for (const { name, version, isRecorded, manifest } of this.installed)
      this.#logOnce(`${name}@${version}`, () =>
        isRecorded
          ? log.info({ package: name, version, type: manifest.type }, 'a component package is used')
          : log.warn({ package: name, version, type: manifest.type }, 'a component package is used as it lies there'),
      );
  }

  #logOnce(key: string, write: () => void): void {
    if (this.#logged.has(key)) return;
    this.#logged.add(key);
    write();
  }

  /** Until every package that was laid there has said what it is. */
  #lookAgain(directory: string): void {
    const { describe, lookEveryMs = LOOK_EVERY_MS } = this.#options;
    if (describe !== undefined) return;
    this.#looking = setTimeout(() => {
      void this.#lookOnce(directory).then(() => {
        if (this.#loaded.undescribed.length > 0) this.#lookAgain(directory);
      });
    }, lookEveryMs).unref();
  }

  /** Reads all folders again only where a manifest was written, since that takes their digests. */
  async #lookOnce(directory: string): Promise<void> {
    const times = await this.#manifestTimes(directory);
    if (times === this.#timesSeen) return;
    this.#timesSeen = times;
    await this.#load(directory);
  }

  /** When the manifests of packages that have not described themselves were written. */
  async #manifestTimes(directory: string): Promise<string> {
    const times = this.#loaded.undescribed.map((id) =>
      stat(manifestFileOf(directory, id)).then(
        ({ mtimeMs }) => `${id.name}@${id.version} ${mtimeMs}`,
        () => '',
      ),
    );
    return (await Promise.all(times)).join('\n');
  }
}
