// Loaded before a service that a test starts. While the file of HOLD_FILE exists, a computation on its text blocks the
// event loop forever: `$uppercase` of an expression, JSON.parse of a body, or the URL of an event hook.
import { existsSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env['HOLD_FILE'];

function holdFor(text: string, word: string): void {
  if (!text.includes(word) || file === undefined || !existsSync(file)) return;
  let turns = 0;
  while (turns >= 0) turns += 1;
}

if (isMainThread && file !== undefined) {
  const { toUpperCase } = String.prototype;
  Object.assign(String.prototype, {
    toUpperCase(this: string) {
      holdFor(this, 'hold-session');
      return toUpperCase.call(this);
    },
  });
  const { parse } = JSON;
  JSON.parse = (text, reviver) => {
    holdFor(text, 'hold-route');
    return parse(text, reviver);
  };
  const { parse: parseUrl } = URL;
  URL.parse = (address, base) => {
    holdFor(String(address), 'hold-delivery');
    return parseUrl(address, base);
  };
}
