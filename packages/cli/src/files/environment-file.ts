import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { UsageError } from '../failures/failures.ts';

/** What things of the files are called in one environment. */
export interface Environment {
  /** Ids of workflows there, by the ids in the files. */
  workflows: Record<string, string>;
  /** Names of secrets there, by the names in the files. */
  secrets: Record<string, string>;
  /** Names of credentials there, by the names in the files. */
  credentials: Record<string, string>;
}

const EMPTY: Environment = { workflows: {}, secrets: {}, credentials: {} };

/** @throws UsageError for a name that cannot be part of a file's name, or a file that is wrong */
export function readEnvironment(folder: string, name: string | undefined): Environment {
  if (name === undefined) return EMPTY;
  const file = fileOf(folder, name);
  if (!existsSync(file)) return EMPTY;
  const given = parse(readFileSync(file, 'utf8')) as Partial<Environment> | null;
  for (const part of Object.keys(EMPTY) as (keyof Environment)[]) {
    const names = given?.[part] ?? {};
    if (typeof names !== 'object' || Object.values(names).some((value) => typeof value !== 'string'))
      throw new UsageError(`${file}: ${part} must be texts by texts`);
  }
  return { ...EMPTY, ...given };
}

/** Notes the id that a workflow has in the environment. */
export function noteWorkflow(folder: string, name: string, id: string, idThere: string): void {
  const environment = readEnvironment(folder, name);
  const ids = { ...environment.workflows, [id]: idThere };
  const workflows = Object.fromEntries(Object.entries(ids).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(fileOf(folder, name), stringify({ ...environment, workflows }));
}

function fileOf(folder: string, name: string): string {
  if (!/^[\w-]{1,60}$/.test(name)) throw new UsageError(`--env must be letters, digits, - and _: ${name}`);
  return join(folder, `workflow.env.${name}.yaml`);
}
