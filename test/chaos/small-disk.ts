import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MIB = 1024 * 1024;

/** A small filesystem in memory, which can be filled up. Only root may mount it. */
export class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'workflow-test-disk-'));
  readonly #filling = join(this.folder, 'filling');

  constructor(sizeMib: number) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMib}m`, 'tmpfs', this.folder]);
    // PostgreSQL runs under another account when this process is root.
    chmodSync(this.folder, 0o755);
  }

  /** Takes all free space. */
  fill(): void {
    const piece = Buffer.alloc(MIB);
    const pages = Buffer.alloc(4_096);
    try {
      for (;;) writeFileSync(this.#filling, piece, { flag: 'a' });
    } catch {
      // The disk has less than a piece left.
    }
    try {
      for (;;) writeFileSync(this.#filling, pages, { flag: 'a' });
    } catch {
      // The disk is full.
    }
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return bavail * bsize;
  }

  /** Makes the space free that `fill` took. */
  free(): void {
    rmSync(this.#filling, { force: true });
  }

  remove(): void {
    execFileSync('umount', ['--lazy', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
