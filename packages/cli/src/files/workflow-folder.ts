import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../failures/failures.ts';
import { readWorkflowFile, writeWorkflowFile, type WorkflowFile } from './workflow-file.ts';

/** A workflow's file in a folder. */
export interface FiledWorkflow extends WorkflowFile {
  /** Name of the file. */
  file: string;
}

const ENVIRONMENT_FILE = /^workflow\.env\..+\.ya?ml$/;

/** The workflows of a folder, by the names of their files. @throws UsageError for a file that is wrong */
export function readFolder(folder: string): FiledWorkflow[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name) && !ENVIRONMENT_FILE.test(name));
  const found = files
    .sort()
    .map((file) => ({ ...readWorkflowFile(readFileSync(join(folder, file), 'utf8'), file), file }));
  const byId = new Map<string, string>();
  for (const { id, file } of found) {
    const other = id === null ? undefined : byId.get(id);
    if (other !== undefined) throw new UsageError(`${file} and ${other} have the same id ${id ?? ''}`);
    if (id !== null) byId.set(id, file);
  }
  return found;
}

/** Writes the file whole. */
export function writeInFolder(folder: string, file: string, workflow: WorkflowFile): void {
  mkdirSync(folder, { recursive: true });
  const part = join(folder, `.${file}.${process.pid}`);
  writeFileSync(part, writeWorkflowFile(workflow));
  renameSync(part, join(folder, file));
}

export function removeFromFolder(folder: string, file: string): void {
  rmSync(join(folder, file), { force: true });
}

/** A name for the file of a workflow that has none yet: of its name, and of its id where that is taken. */
export function fileNameFor(name: string, id: string, taken: ReadonlySet<string>): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase();
  const short = `${slug || 'workflow'}.yaml`;
  return taken.has(short) ? `${slug || 'workflow'}-${id}.yaml` : short;
}
