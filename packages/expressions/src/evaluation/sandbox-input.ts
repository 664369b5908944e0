import { sizeWithin } from '../parsing/input-size.ts';
import { hasTimeLeft, nextSlice } from '@workflow/sandbox/slices';
import type { Json } from '@workflow/workflow-model';
import { StepFailure } from '@workflow/workflow-model';

/**
 * Maximum number of characters of placeholders that one program may read. More would not fit into the memory of a
 * sandbox process.
 */
const MAX_INPUT_CHARACTERS = 8 * 1024 * 1024;

/**
 * Returns placeholders as the JSON text for a sandbox process. Large placeholders are written one in each turn of the
 * event loop.
 *
 * @param code of the failure when they are too large for a sandbox process
 * @throws StepFailure
 */
export async function sandboxInput(
  placeholders: Readonly<Record<string, Json>>,
  code: 'CODE_MEMORY' | 'EXPRESSION_LIMIT',
): Promise<string> {
  if (sizeWithin(placeholders as Json, MAX_INPUT_CHARACTERS) > MAX_INPUT_CHARACTERS)
    throw new StepFailure(code, `The placeholders that it reads have more than ${MAX_INPUT_CHARACTERS} characters`);
  const members: string[] = [];
  for (const name of Object.keys(placeholders)) {
    if (!hasTimeLeft()) await nextSlice();
    members.push(`${JSON.stringify(name)}:${JSON.stringify(placeholders[name])}`);
  }
  return `{${members.join(',')}}`;
}
