import { join } from 'node:path';

/** Programs that are bundled together, into the folder `dist` of their package. */
export interface Bundle {
  /** The absolute folder of the package. */
  folder: string;
  /** The name of each program, and the path of the source at which it starts, from the folder. */
  entries: Record<string, string>;
  /** The file that starts a program, by its name: an absolute path next to `dist`. The file imports the program. */
  startedAt?: Record<string, string>;
}

export const ROOT = join(import.meta.dirname, '../../..');

/** Matches the path of a module of a dependency. */
export const DEPENDENCY = /[\\/]node_modules[\\/]/;

/** The files that Node.js runs once they are bundled, as absolute paths. */
export const PROGRAMS = {
  ingress: join(ROOT, 'services/ingress/dist/main.js'),
  executor: join(ROOT, 'services/executor/dist/main.js'),
  admin: join(ROOT, 'services/ingress/dist/admin.js'),
  migrations: join(ROOT, 'packages/session-store/dist/migrate-main.js'),
} as const;

/** Everything that runs in production, in one bundle. Code that several programs use is in it once. */
export const BUNDLES: readonly Bundle[] = [
  {
    folder: join(import.meta.dirname, '..'),
    entries: {
      ingress: '../../services/ingress/src/main.ts',
      executor: '../../services/executor/src/main.ts',
      admin: '../../services/ingress/src/admin/main.ts',
      migrations: '../session-store/src/migrate-main.ts',
    },
    startedAt: PROGRAMS,
  },
];

/** Returns the folder where a bundle is written. */
export function outputFolder({ folder }: Bundle): string {
  return join(folder, 'dist');
}
