import { parse } from 'yaml';
import { UsageError } from '../failures/failures.ts';

/** What the text of a file says. @throws UsageError that names the file and what is wrong */
export function readYaml(text: string, file: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`${file} is no YAML: ${(error as Error).message.split('\n', 1)[0]}`, { cause: error });
  }
}
