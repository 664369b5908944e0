import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../failures/failures.ts';
import { readWorkflowFile, writeWorkflowFile, type WorkflowFile } from './workflow-file.ts';

/** A workflow and the file that contains it. */
export interface FiledWorkflow extends WorkflowFile {
  /** The name of the file. */
  file: string;
}

const ENVIRONMENT_FILE = /^workflow\.env\..+\.ya?ml$/;

/** Reads the workflows of a folder. @throws UsageError for an invalid file */
export function readFolder(folder: string): FiledWorkflow[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name) && !ENVIRONMENT_FILE.test(name));
  const workflowFiles = files
    .sort()
    .map((file) => ({ ...readWorkflowFile(readFileSync(join(folder, file), 'utf8'), file), file }));
  const byId = new Map<string, string>();
  for (const { id, file } of workflowFiles) {
    const duplicate = id === null ? undefined : byId.get(id);
    if (duplicate !== undefined) throw new UsageError(`${file} and ${duplicate} have the same id ${id ?? ''}`);
    if (id !== null) byId.set(id, file);
  }
  return workflowFiles;
}

/** Writes a file completely or not at all. */
export function writeInFolder(folder: string, file: string, workflow: WorkflowFile): void {
  mkdirSync(folder, { recursive: true });
  const temporaryFile = join(folder, `.${file}.${process.pid}`);
  writeFileSync(temporaryFile, writeWorkflowFile(workflow));
  renameSync(temporaryFile, join(folder, file));
}

export function removeFromFolder(folder: string, file: string): void {
  rmSync(join(folder, file), { force: true });
}

/** File systems allow names of 255 bytes. A character has at most four bytes, and an id may follow. */
const MAX_SLUG_CHARACTERS = 48;
/** Accents and similar marks, which NFKD makes separate characters. */
const MARKS = /[\u0300-\u036F]/g;
/** Names that Windows opens as devices, whatever follows the dot. */
const DEVICES = /^(con|prn|aux|nul|(com|lpt)\d)$/;

/**
 * Returns a name for the file of a workflow that has none yet. It is made from the name of the workflow, and from its
 * id if that name is taken. Every file system accepts it, including file systems that ignore case.
 */
export function fileNameFor(name: string, id: string, usedNames: ReadonlySet<string>): string {
  const words = name.normalize('NFKD').replaceAll(MARKS, '').normalize('NFC').toLowerCase();
  const slug = [...words.replaceAll(/[^\p{L}\p{N}]+/gu, '-')]
    .slice(0, MAX_SLUG_CHARACTERS)
    .join('')
    .replaceAll(/^-|-$/g, '');
  const stem = slug === '' || DEVICES.test(slug) ? `workflow${slug && '-'}${slug}` : slug;
  const isTaken = [...usedNames].some((file) => file.toLowerCase() === `${stem}.yaml`);
  return isTaken ? `${stem}-${id}.yaml` : `${stem}.yaml`;
}
