import { readFile } from 'node:fs/promises';
import { SCHEMA_FILE } from './migration-files.ts';

/** Returns the names of the columns of a model in the schema, for tests that compare a list with them. */
export async function columnsOfModel(model: string): Promise<string[]> {
  const schema = await readFile(SCHEMA_FILE, 'utf8');
  const lines = schema.split('\n');
  const from = lines.indexOf(`model ${model} {`);
  return lines
    .slice(from + 1, lines.indexOf('}', from))
    .filter((line) => /^ {2}[a-z]/.test(line))
    .map((line) => /@map\("(\w+)"\)/.exec(line)?.[1] ?? line.trim().split(' ')[0]!);
}
