import { resolve } from 'node:path';
import {
  addPackage,
  loadPackages,
  parsePackageId,
  readRecord,
  readRegistrySettings,
  removePackage,
} from '@workflow/component-packages/admin';
import type { Env } from '@workflow/service-runtime';

const USAGE = [
  'Usage: admin components add <name>@<version>',
  '       admin components list',
  '       admin components remove <name>@<version>',
  '',
  'Component packages of others, in the folder COMPONENTS_DIR. `add` brings one from the npm registry that this',
  'machine is set up for. Services that run read the folder when they start again.',
].join('\n');

/** Thrown if the arguments do not match the command. */
export class ComponentsMisused extends Error {
  override readonly name = 'ComponentsMisused';
}

/**
 * Adds, lists and removes component packages. Needs only the folder, neither PostgreSQL nor a service.
 * @returns the text to print
 * @throws ComponentsMisused, or an Error with the reason of a refusal
 */
export async function runComponents(argv: readonly string[], env: Env): Promise<object | string> {
  const [action, named, ...more] = argv;
  if (action === undefined || argv.includes('--help')) return USAGE;
  if (!['add', 'list', 'remove'].includes(action)) throw new ComponentsMisused(`Unknown: ${action}\n${USAGE}`);
  if (more.length > 0 || (action === 'list' && named !== undefined))
    throw new ComponentsMisused(`Unexpected: ${argv.at(-1)}\n${USAGE}`);
  const directory = env['COMPONENTS_DIR'] ? resolve(env['COMPONENTS_DIR']) : null;
  if (directory === null) throw new Error('COMPONENTS_DIR is not set: it names the folder of component packages');
  if (action === 'list') return list(directory);
  const id = parsePackageId(named ?? '');
  if (id === null)
    throw new ComponentsMisused(`Give a package and its exact version, as in name@1.2.3, not ${named ?? 'nothing'}`);
  if (action === 'add') return addPackage(directory, id, await readRegistrySettings(env));
  if (!(await removePackage(directory, id))) throw new Error(`${named} is not there`);
  return { removed: named };
}

/** Lists every package with the state that it would have in a service that starts now. */
async function list(directory: string): Promise<object> {
  const recorded = new Map((await readRecord(directory)).map((one) => [`${one.name}@${one.version}`, one]));
  const { installed, leftOut, undescribed } = await loadPackages(directory);
  const shown = (one: { name: string; version: string }, more: object) => ({
    name: one.name,
    version: one.version,
    addedAt: recorded.get(`${one.name}@${one.version}`)?.addedAt ?? null,
    ...more,
  });
  return {
    items: [
      ...installed.map((one) => shown(one, { type: one.manifest.type, leftOut: null })),
      ...leftOut.map((one) => shown(one, { type: null, leftOut: one.reason })),
      ...undescribed.map((one) => shown(one, { type: null, leftOut: 'an executor has it describe itself first' })),
    ],
  };
}
