/** The name of the error that reading a placeholder without a value throws. */
export const ABSENT = 'PlaceholderMissing';
/** The number of lines that the engine adds before the program (ECMAScript, CreateDynamicFunction). */
export const HEAD_LINES = 2;

/**
 * Source of a function that returns the values of a program such that reading a missing one fails, and other uses do
 * not. A read returns undefined if the program has a fall-back for it: `??`, `||`, `?.`, a comparison with undefined or
 * null, `typeof`, or a default in a destructuring. The place of the read is in the stack, where QuickJS writes the
 * column of the dot or the name. It has no column for a destructuring, and for a shorthand property the column of the
 * previous read.
 *
 * It runs in the sandbox before the program and stores the functions that it needs before the program can replace them.
 */
export const GUARD_ABSENT = String.raw`(() => {
  'use strict';
  const { create, hasOwn, keys } = Object;
  const [Missing, Guarded] = [Error, Proxy];
  const frame = /\(<input>:(\d{1,9}):(\d{1,9})\)/;
  const member = /^(?:\?\.|\.)?\s*(?:([\w$]+)|\[[^\]]*\])/;
  const fallBack = /^\s*(?:\?\?|\|\||\?\.|[=!]==?\s*(?:undefined|null|void 0)\b)/;
  const typeOf = /\btypeof\s+[\w$.?]*$/;
  const withDefault = /[{,]\s*([\w$]+)\s*(?::\s*[\w$]+\s*)?=(?![=>])/g;
  const hasFallBack = (source, key, stack) => {
    const [, line, column] = frame.exec(stack) ?? [];
    const lines = source.split('\n');
    const before = (lines[line - ${HEAD_LINES + 1}] ?? '').slice(0, column - 1);
    const after = lines.slice(line - ${HEAD_LINES + 1}).join('\n').slice(column - 1);
    const [read, name = key] = (line === undefined ? null : member.exec(after)) ?? [];
    if (read === undefined || name !== key) return [...source.matchAll(withDefault)].some(([, name]) => name === key);
    return fallBack.test(after.slice(read.length)) || typeOf.test(before);
  };
  const guard = (value, paths, source, within) => {
    const missing = create(null);
    const nested = create(null);
    for (const [key, ...rest] of paths)
      if (rest.length === 0) missing[key] = within + key;
      else (nested[key] ??= []).push(rest);
    for (const key of keys(nested))
      if (hasOwn(value, key) && typeof value[key] === 'object' && value[key] !== null)
        value[key] = guard(value[key], nested[key], source, within + key + '.');
    return new Guarded(value, {
      get(target, key) {
        if (typeof key !== 'string' || missing[key] === undefined || hasOwn(target, key)) return target[key];
        const failure = new Missing('placeholder ' + missing[key] + ' has no value');
        if (hasFallBack(source, key, failure.stack)) return undefined;
        failure.name = '${ABSENT}';
        throw failure;
      },
    });
  };
  return (value, paths, source) => (paths.length === 0 ? value : guard(value, paths, source, ''));
})()`;
