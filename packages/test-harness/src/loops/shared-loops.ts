import { describeStillLoop, type StillLoop } from './still-loop.ts';

interface Use {
  system: string;
  file: string;
  beganAt: number;
}

interface SharedStillLoop extends StillLoop {
  system: string;
  /** The test files that used the system at that time. */
  files: Set<string>;
  isReported: boolean;
}

/** Records which test files used a shared system while the event loop of one of its services was blocked. */
export class SharedLoops {
  #uses: Use[] = [];
  readonly #stillLoops: SharedStillLoop[] = [];

  /** Records that a test file begins to use the system. */
  begin(system: string, file: string): void {
    this.#uses.push({ system, file, beganAt: Date.now() });
  }

  isInUse(system: string): boolean {
    return this.#uses.some((use) => use.system === system);
  }

  add(system: string, still: StillLoop): void {
    const uses = this.#uses.filter((use) => use.system === system && use.beganAt <= still.endedAt);
    this.#stillLoops.push({ ...still, system, files: new Set(uses.map(({ file }) => file)), isReported: false });
  }

  /** Ends a test file. @returns descriptions of the event loops that were blocked during it */
  end(file: string): string[] {
    this.#uses = this.#uses.filter((use) => use.file !== file);
    const found = this.#stillLoops.filter(({ files }) => files.has(file));
    for (const still of found) still.isReported = true;
    return found.map(describe);
  }

  /** Describes the blocked event loops that no test file was informed about. */
  unreported(): string[] {
    return this.#stillLoops.filter(({ isReported }) => !isReported).map(describe);
  }
}

function describe(still: SharedStillLoop): string {
  const files = still.files.size === 0 ? 'between test files' : `while these ran: ${[...still.files].join(', ')}`;
  return `${describeStillLoop(still)} (of the system "${still.system}", which test files share, ${files})`;
}
