import { stat } from 'node:fs/promises';
import { compareVersions, installComponentTypes } from '@workflow/components/descriptors';
import { loadPackages, type InstalledPackage, type LeftOutPackage, type LoadedPackages } from './load-packages.ts';
import { manifestFileOf } from './package-id.ts';

interface ComponentPackagesOptions {
  /** The folder of packages, or null when there are none. */
  directory: string | null;
  log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  /** Describes packages that were placed there manually. Without it another service does so. */
  describe?: (directory: string, loaded: LoadedPackages) => Promise<LeftOutPackage[]>;
}

/** The time between two checks for descriptions that other services wrote about manually placed packages. */
const CHECK_EVERY_MS = 1_000;

/** The packages that this process knows. They are read when it starts, and do not change until it ends. */
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

  /** The packages whose type cannot be used, with the reasons. */
  get leftOut(): readonly LeftOutPackage[] {
    const failed = new Map(this.#failed.map((one) => [`${one.name}@${one.version}`, one.reason]));
    const waiting = this.#loaded.undescribed.map(({ name, version }) => ({
      name,
      version,
      reason: failed.get(`${name}@${version}`) ?? 'no executor has described it yet',
    }));
    return [...this.#loaded.leftOut, ...waiting];
  }

  /** Returns the package that has a type in this version, or the newest without a version. */
  find({ type, version }: { type: string; version?: string }): InstalledPackage | undefined {
    const versions = this.installed.filter((one) => one.manifest.type === type);
    if (version !== undefined) return versions.find((one) => one.version === version);
    return versions.toSorted((a, b) => compareVersions(b.version, a.version))[0];
  }

  /** Reads all packages and adds their types. Never rejects: the service runs without packages that cannot be read. */
  async start(): Promise<void> {
    const { directory } = this.#options;
    if (directory === null) return;
    await this.#load(directory);
    if (this.#loaded.undescribed.length > 0) this.#checkAgain(directory);
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
      log.error({ err, directory }, 'Could not read the component packages, so none is used');
    }
    installComponentTypes(this.installed.map(({ descriptor }) => descriptor));
    this.#logAll();
  }

  #logAll(): void {
    const { log } = this.#options;
    for (const { name, version, reason } of this.leftOut)
      this.#logOnce(`${name}@${version} ${reason}`, () =>
        log.error({ package: name, version, reason }, 'Left out a component package'),
      );
    for (const { name, version, isRecorded, manifest } of this.installed)
      this.#logOnce(`${name}@${version}`, () =>
        isRecorded
          ? log.info({ package: name, version, type: manifest.type }, 'Using a component package')
          : log.warn({ package: name, version, type: manifest.type }, 'Using a manually placed component package'),
      );
  }

  #logOnce(key: string, write: () => void): void {
    if (this.#logged.has(key)) return;
    this.#logged.add(key);
    write();
  }

  /** Checks again until every manually placed package has been described. */
  #checkAgain(directory: string): void {
    if (this.#options.describe !== undefined) return;
    this.#looking = setTimeout(() => {
      void this.#checkOnce(directory).then(() => {
        if (this.#loaded.undescribed.length > 0) this.#checkAgain(directory);
      });
    }, CHECK_EVERY_MS).unref();
  }

  /** Reads all folders again only after a manifest was written, because that computes their digests. */
  async #checkOnce(directory: string): Promise<void> {
    const times = await this.#manifestTimes(directory);
    if (times === this.#timesSeen) return;
    this.#timesSeen = times;
    await this.#load(directory);
  }

  /** Returns when the manifests of packages without a description were written. */
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
