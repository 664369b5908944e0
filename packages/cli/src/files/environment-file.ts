import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isScalar, parseDocument } from 'yaml';
import { UsageError } from '../failures/failures.ts';
import { readYaml } from './read-yaml.ts';

/** The names that credentials, apps and workflows of the files have in one environment. */
export interface Environment {
  /** Ids of workflows in the environment, by the ids in the files. */
  workflows: Record<string, string>;
  /** Names of secrets in the environment, by the names in the files. */
  secrets: Record<string, string>;
  /** Names of credentials in the environment, by the names in the files. */
  credentials: Record<string, string>;
  /** Names of apps in the environment, by the names in the files. */
  apps: Record<string, string>;
}

const EMPTY: Environment = { workflows: {}, secrets: {}, credentials: {}, apps: {} };

/**
 * Reads the file of an environment.
 * @throws UsageError for a name that cannot be part of a file's name, or an invalid file
 */
export function readEnvironment(folder: string, name: string | undefined): Environment {
  if (name === undefined) return EMPTY;
  const file = fileOf(folder, name);
  if (!existsSync(file)) return EMPTY;
  const content = readYaml(readFileSync(file, 'utf8'), file) as Partial<Environment> | null;
  const environment = { ...EMPTY };
  for (const section of Object.keys(EMPTY) as (keyof Environment)[]) {
    const names = content?.[section] ?? {};
    if (typeof names !== 'object' || Object.values(names).some((value) => typeof value !== 'string'))
      throw new UsageError(`${file}: ${section} must map names to strings`);
    environment[section] = names;
  }
  return environment;
}

/**
 * Stores the id that a workflow has in the environment. Everything else in the file, including comments, stays
 * unchanged.
 */
export function noteWorkflow(folder: string, name: string, id: string, idThere: string): void {
  const file = fileOf(folder, name);
  const document = parseDocument(existsSync(file) ? readFileSync(file, 'utf8') : '');
  const existing = document.get('workflows');
  if (isMap(existing)) existing.set(id, idThere);
  else document.set('workflows', document.createNode({ [id]: idThere }));
  const workflows = document.get('workflows');
  const textOf = (key: unknown): string => String(isScalar(key) ? key.value : key);
  if (isMap(workflows)) workflows.items.sort((a, b) => (textOf(a.key) < textOf(b.key) ? -1 : 1));
  writeFileSync(file, document.toString());
}

function fileOf(folder: string, name: string): string {
  if (!/^[\w-]{1,60}$/.test(name))
    throw new UsageError(`--env must be 1 to 60 letters, digits, - and _, not '${name}'`);
  return join(folder, `workflow.env.${name}.yaml`);
}
