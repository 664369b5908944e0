import { join } from 'node:path';

/** Programs that are bundled together, into the folder `dist` of their package. */
export interface Bundle {
  /** Absolute folder of the package. */
  folder: string;
  /** Name of a program, and the source it starts at, by its path from the folder. */
  entries: Record<string, string>;
  /** Where a program is started, by its name: an absolute path beside `dist`, of a file that imports the program. */
  startedAt?: Record<string, string>;
}

export const ROOT = join(import.meta.dirname, '../../..');

/** Path of a module that is somebody else's. */
export const DEPENDENCY = /[\\/]node_modules[\\/]/;

/** What Node.js runs, once it is bundled. Absolute paths. */
export const PROGRAMS = {
  ingress: join(ROOT, 'services/ingress/dist/main.js'),
  executor: join(ROOT, 'services/executor/dist/main.js'),
  admin: join(ROOT, 'services/ingress/dist/admin.js'),
  migrations: join(ROOT, 'packages/session-store/dist/migrate-main.js'),
} as const;

/** Everything that runs in production, in one bundle: what several programs use is there once. */
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

/** Where a bundle is written. */
export function outputFolder({ folder }: Bundle): string {
  return join(folder, 'dist');
}
