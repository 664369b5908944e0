import { GUARD_ABSENT } from './absent-placeholders.ts';

/**
 * Runs before the program. It stores the functions that it needs afterwards, so that a program which replaces
 * `JSON.stringify` breaks only its own result. It checks the size here, so that a huge result never leaves the sandbox.
 *
 * `take` receives the result as one text, whose beginning names its kind. The result is not a property of an object and
 * passes through no promise, because a program can intercept both by changing prototypes (`Object.prototype.then`).
 */
export const BOOTSTRAP = `(() => {
  'use strict';
  const { parse, stringify } = JSON;
  const { defineProperty, keys } = Object;
  const AsyncFunction = (async () => {}).constructor;
  const kinds = [Map, Set, WeakMap, WeakSet, Promise];
  const names = ['a Map', 'a Set', 'a WeakMap', 'a WeakSet', 'a Promise'];
  const Failure = TypeError;
  const refuse = (what, key) => {
    const where = key === '' ? 'is ' : 'has in "' + key + '" ';
    throw new Failure('the result ' + where + what + ', which JSON cannot hold');
  };
  const tooLarge = new Failure('too large');
  let room = 0;
  const check = (key, value) => {
    // Each value takes at least one character. A result that is certainly too large is not written first.
    room -= typeof value === 'string' ? value.length : value === undefined ? 0 : 1;
    if (room < 0) throw tooLarge;
    if (typeof value === 'function') refuse('a function', key);
    if (typeof value === 'symbol') refuse('a Symbol', key);
    // This is true for NaN and both infinities, which JSON.stringify writes as null.
    if (typeof value === 'number' && value - value !== 0) refuse('' + value, key);
    if (typeof value === 'object') for (let i = 0; i < 5; i += 1) if (value instanceof kinds[i]) refuse(names[i], key);
    return value;
  };
  const dateTime = /^(\\d{4}-\\d\\d-\\d\\d)(?:T(\\d\\d:\\d\\d)(:\\d\\d)?(\\.\\d+)?(Z|[+-]\\d\\d:?\\d\\d)?(?:\\[[^\\]]*\\])?)?$/;
  // Does the same as dateTimeMillis of packages/workflow-model, which a program cannot import.
  globalThis.toMillis = (text) => {
    const [, date, time = '00:00', seconds = ':00', fraction = '', offset = 'Z'] = dateTime.exec(text) ?? [];
    const millis = Date.parse(date + 'T' + time + seconds + fraction.slice(0, 4) + offset);
    if (Number.isNaN(millis)) throw new Failure('toMillis takes a DATE_TIME');
    return millis;
  };
  globalThis.console = { log() {}, info() {}, warn() {}, error() {}, debug() {} };
  let result = 'none';
  const guardAbsent = ${GUARD_ABSENT};
  // A placeholder is also a global of its name, so that a declaration of the program may have the same name.
  const expose = (given, paths) => {
    for (const name of keys(given))
      if (!(name in globalThis))
        defineProperty(globalThis, name, { value: given[name], configurable: true, writable: true });
    for (const [name, ...within] of paths) {
      if (within.length > 0 || name in globalThis) continue;
      const set = (value) => defineProperty(globalThis, name, { value, configurable: true, writable: true });
      defineProperty(globalThis, name, { get: () => given[name], set, configurable: true });
    }
  };
  const start = async (source, placeholders, maxLength, absent) => {
    const paths = parse(absent);
    const given = guardAbsent(parse(placeholders), paths, source);
    expose(given, paths);
    const value = await new AsyncFunction('placeholders', source)(given);
    room = maxLength;
    try {
      const json = stringify(value, check);
      if (json !== undefined) result = json.length > maxLength ? 'large' : 'json' + json;
    } catch (error) {
      if (error !== tooLarge) throw error;
      result = 'large';
    }
  };
  return (source, placeholders, maxLength, absent) =>
    source === undefined ? result : start(source, placeholders, maxLength, absent);
})()`;
