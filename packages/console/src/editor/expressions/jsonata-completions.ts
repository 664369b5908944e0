import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { JSONATA_FUNCTIONS } from './jsonata-functions.ts';
import { nameOf } from '../../names/name-of.ts';
import { typeNames } from '../../names/placeholder-type-names.ts';
import { javaScriptOf } from '../../ui/field-path.ts';
import { isInTemplate } from './template-marks.ts';

/** A placeholder, or a field of one, by its path. */
export interface Completable {
  path: string;
  type: string;
  /** The values of all items of a list together, which only JSONata reads so. */
  ofEach?: boolean;
  /** It is a call of a function that programs do not have. */
  onlyInExpressions?: boolean;
  /** A note for people who choose it. */
  info?: string;
}

const FUNCTIONS = Object.entries(JSONATA_FUNCTIONS).map(([name, [parameters, returns]]): Completion => ({
  label: `$${name}`,
  detail: `(${parameters})`,
  info: `$${name}(${parameters}): ${returns}`,
  apply: parameters === '' ? `$${name}()` : `$${name}(`,
  type: 'function',
  boost: -10,
}));

/** Matches the typed part of a path, with the index of an item. A bracket alone may begin a list. */
const PATH = /(?:[$\w.`]|\[\d+\])*/;
const WHOLE_PATH = /^(?:[$\w.`]|\[\d+\])*$/;

type Source = (context: CompletionContext) => CompletionResult | null;

/** Completes placeholders and functions; in templates and JSON only inside `{{ }}`. */
export function completionSource(language: 'expression' | 'template' | 'json', completable: () => Completable[]) {
  return alwaysCurrent((context) => {
    if (language !== 'expression' && !isInTemplate(context.state, context.pos)) return null;
    const word = context.matchBefore(PATH);
    if (!word || (word.from === word.to && !context.explicit && language === 'expression')) return null;
    return {
      from: word.from,
      options: [
        ...completable().map(({ path, type, ofEach, info }): Completion => ({
          label: path,
          detail: ofEach === true ? `${nameOf(typeNames, type)} of each item` : nameOf(typeNames, type),
          type: 'variable',
          ...(info !== undefined && { info }),
        })),
        ...FUNCTIONS,
      ],
      validFor: WHOLE_PATH,
    };
  });
}

/** Completes placeholders in a program, which reads them by their names and as `placeholders`. */
export function codeCompletionSource(completable: () => Completable[]) {
  return alwaysCurrent((context) => {
    const word = context.matchBefore(/[$\w.["\]]+/);
    if (!word) return null;
    return {
      from: word.from,
      options: completable()
        .filter(({ ofEach, onlyInExpressions }) => ofEach !== true && onlyInExpressions !== true)
        .flatMap(({ path, type }) => labelsOf(javaScriptOf(path)).map((label) => ({ label, type })))
        .map(({ label, type }): Completion => ({ label, detail: nameOf(typeNames, type), type: 'variable' })),
      validFor: /^[$\w.["\]]*$/,
    };
  });
}

/** The ways to write a placeholder: by its name, unless that is not an identifier, and as a member. */
function labelsOf(member: string): string[] {
  return member.startsWith('placeholders.') ? [member.slice('placeholders.'.length), member] : [member];
}

/**
 * Asks a source again as soon as a keystroke makes its options invalid. CodeMirror would ask later, and until then
 * show the old list, from which no key accepts anything.
 */
function alwaysCurrent(source: Source): Source {
  const asked: Source = (context) => {
    const result = source(context);
    return result && { ...result, update: (_previous, _from, _to, next) => asked(next) };
  };
  return asked;
}
