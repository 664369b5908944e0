import { sizeWithin } from '../parsing/input-size.ts';
import { hasTurnLeft, nextTurn } from '@workflow/sandbox/turns';
import type { Json } from '@workflow/workflow-model';
import { StepFailure } from '@workflow/workflow-model';

/** Characters of the placeholders that one program may read: as much as fits into a sandbox process's memory. */
const MAX_INPUT_CHARACTERS = 8 * 1024 * 1024;

/**
 * Placeholders as the JSON text that a sandbox process is given, each in a turn of its own when they are large.
 *
 * @param code of the failure when they are too large for a sandbox process
 * @throws StepFailure
 */
export async function sandboxInput(
  placeholders: Readonly<Record<string, Json>>,
  code: 'CODE_MEMORY' | 'EXPRESSION_LIMIT',
): Promise<string> {
  if (sizeWithin(placeholders as Json, MAX_INPUT_CHARACTERS) > MAX_INPUT_CHARACTERS)
    throw new StepFailure(code, `the placeholders that it reads have more than ${MAX_INPUT_CHARACTERS} characters`);
  const members: string[] = [];
  for (const name of Object.keys(placeholders)) {
    if (!hasTurnLeft()) await nextTurn();
    members.push(`${JSON.stringify(name)}:${JSON.stringify(placeholders[name])}`);
  }
  return `{${members.join(',')}}`;
}
