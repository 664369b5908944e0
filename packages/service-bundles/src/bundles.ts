import { join } from 'node:path';

/** Programs that are bundled together, into the folder `dist` of their package. */
export interface Bundle {
  /** Absolute folder of the package. */
  folder: string;
  /** Name of a program, and the source it starts at, below the folder. */
  entries: Record<string, string>;
}

export const ROOT = join(import.meta.dirname, '../../..');

/** Path of a module that is somebody else's. */
export const DEPENDENCY = /[\\/]node_modules[\\/]/;

/** Everything that runs in production. */
export const BUNDLES: readonly Bundle[] = [
  { folder: join(ROOT, 'services/ingress'), entries: { main: 'src/main.ts', admin: 'src/admin/main.ts' } },
  { folder: join(ROOT, 'services/executor'), entries: { main: 'src/main.ts' } },
  { folder: join(ROOT, 'packages/session-store'), entries: { 'migrate-main': 'src/migrate-main.ts' } },
];

/** What Node.js runs, once it is bundled. Absolute paths. */
export const PROGRAMS = {
  ingress: join(ROOT, 'services/ingress/dist/main.js'),
  executor: join(ROOT, 'services/executor/dist/main.js'),
  admin: join(ROOT, 'services/ingress/dist/admin.js'),
  migrations: join(ROOT, 'packages/session-store/dist/migrate-main.js'),
} as const;

/** Where a bundle is written. */
export function outputFolder({ folder }: Bundle): string {
  return join(folder, 'dist');
}
