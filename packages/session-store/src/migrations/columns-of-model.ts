import { readFile } from 'node:fs/promises';
import { SCHEMA_FILE } from './migration-files.ts';

/** Returns the names of the columns of a model in the schema, for tests that compare a list with them. */
export async function columnsOfModel(model: string): Promise<string[]> {
  const schema = await readFile(SCHEMA_FILE, 'utf8');
  const body = new RegExp(`^model ${model} \\{\\n([^}]*)^\\}`, 'm').exec(schema)?.[1] ?? '';
  return body
    .split('\n')
    .filter((line) => /^ {2}[a-z]/.test(line))
    .map((line) => /@map\("(\w+)"\)/.exec(line)?.[1] ?? line.trim().split(' ')[0]!);
}
