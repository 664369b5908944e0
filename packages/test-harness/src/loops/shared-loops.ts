import { describeStillLoop, type StillLoop } from './still-loop.ts';

interface Use {
  system: string;
  file: string;
  beganAt: number;
}

interface SharedStillLoop extends StillLoop {
  system: string;
  /** Test files that used the system meanwhile. */
  files: Set<string>;
  isTold: boolean;
}

/** Which test files used a shared system while an event loop of its services stood still. */
export class SharedLoops {
  #uses: Use[] = [];
  readonly #stillLoops: SharedStillLoop[] = [];

  /** A test file uses the system from now on. */
  begin(system: string, file: string): void {
    this.#uses.push({ system, file, beganAt: Date.now() });
  }

  isInUse(system: string): boolean {
    return this.#uses.some((use) => use.system === system);
  }

  add(system: string, still: StillLoop): void {
    const uses = this.#uses.filter((use) => use.system === system && use.beganAt <= still.endedAt);
    this.#stillLoops.push({ ...still, system, files: new Set(uses.map(({ file }) => file)), isTold: false });
  }

  /** The test file is over. @returns what stood still meanwhile, in words */
  end(file: string): string[] {
    this.#uses = this.#uses.filter((use) => use.file !== file);
    const found = this.#stillLoops.filter(({ files }) => files.has(file));
    for (const still of found) still.isTold = true;
    return found.map(describe);
  }

  /** What stood still while no test file was there to be told of it, in words. */
  untold(): string[] {
    return this.#stillLoops.filter(({ isTold }) => !isTold).map(describe);
  }
}

function describe(still: SharedStillLoop): string {
  const files = still.files.size === 0 ? 'between test files' : `while these ran: ${[...still.files].join(', ')}`;
  return `${describeStillLoop(still)} (of the system "${still.system}", which test files share, ${files})`;
}
