import { parse } from 'yaml';
import { UsageError } from '../failures/failures.ts';

/** Returns the content of a YAML file. @throws UsageError that names the file and the problem */
export function readYaml(text: string, file: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not valid YAML: ${(error as Error).message.split('\n', 1)[0]}`, { cause: error });
  }
}
