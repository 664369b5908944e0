import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { isInTemplate } from './template-marks.ts';

/** A placeholder, or a field of one, by its path. */
export interface Completable {
  path: string;
  type: string;
}

/** Functions of JSONata that authors reach for; the whole list is in its documentation. */
const FUNCTIONS = [
  'abs', 'append', 'average', 'boolean', 'ceil', 'contains', 'count', 'distinct', 'each', 'exists', 'filter', 'floor', 'formatNumber', 'fromMillis',
  'join', 'keys', 'length', 'lookup', 'lowercase', 'map', 'match', 'max', 'merge', 'min', 'not', 'now', 'number', 'pad', 'power', 'reduce', 'replace',
  'reverse', 'round', 'secret', 'sort', 'split', 'spread', 'sqrt', 'string', 'substring', 'substringAfter', 'substringBefore', 'sum', 'toMillis', 'trim',
  'type', 'uppercase', 'zip',
].map((name): Completion => ({ label: `$${name}`, apply: `$${name}(`, type: 'function', boost: -10 }));

/** Completes placeholders and functions; in templates and JSON inside of `{{ }}` only. */
export function completionSource(language: 'expression' | 'template' | 'json', completable: () => Completable[]) {
  return (context: CompletionContext): CompletionResult | null => {
    if (language !== 'expression' && !isInTemplate(context.state, context.pos)) return null;
    const word = context.matchBefore(/[$\w.`]*/);
    if (!word || (word.from === word.to && !context.explicit && language === 'expression')) return null;
    return {
      from: word.from,
      options: [...completable().map(({ path, type }): Completion => ({ label: path, detail: type, type: 'variable' })), ...FUNCTIONS],
      validFor: /^[$\w.`]*$/,
    };
  };
}
