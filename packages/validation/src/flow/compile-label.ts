import { isStorableText, type Definition, type StartRules } from '@workflow/workflow-model';
import { nestPlaceholders } from '../placeholders/nest-placeholders.ts';
import { cachedKey } from './compile-key.ts';

/** The maximum length of a label in characters. */
const MAX_LABEL_LENGTH = 120;

/**
 * Compiles the label of a definition's sessions. Returns null if it has none. The label has the same limits as the keys
 * of flow control. An expression without a result, or with an empty text, gives no label. The function never rejects.
 */
export function compileLabel({ label: source }: Definition): StartRules['label'] {
  if (source === undefined) return null;
  const labelOf = cachedKey(source, { name: 'label', maxLength: MAX_LABEL_LENGTH });
  return async (values) => {
    try {
      const label = await labelOf(nestPlaceholders(values));
      if (label === null || label === '') return { label: null, problem: null };
      if (!isStorableText(label))
        return { label: null, problem: 'label: the expression returns text that cannot be stored' };
      return { label, problem: null };
    } catch (error) {
      return { label: null, problem: error instanceof Error ? error.message : String(error) };
    }
  };
}
