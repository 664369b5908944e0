import type { Socket } from 'node:net';

/** A function that Node.js's parser calls: for the headers of each request, and for each chunk of a body. */
type ParserCallback = 'parserOnHeadersComplete' | 'parserOnBody';

/**
 * Makes Node.js's parser ignore the remainder of the bytes that it is parsing. A paused connection does not stop the
 * parser: it has got up to 64 KiB, and calls a function for each of up to 10,900 chunks or 2,400 requests in them.
 * Node.js uses a parser for further connections, so the functions are restored afterwards.
 * @returns a function that restores them earlier
 */
export function ignoreParsed(socket: Socket, ignored: readonly ParserCallback[]): () => void {
  const { parser } = socket as Socket & { parser?: Record<string, unknown> | null };
  if (parser === undefined || parser === null) return () => undefined;
  const names: readonly string[] = ignored;
  const callbacks = Object.entries(parser).filter(
    ([, callback]) => typeof callback === 'function' && names.includes(callback.name),
  );
  for (const [key] of callbacks) parser[key] = undefined;
  const restore = (): void => void Object.assign(parser, Object.fromEntries(callbacks));
  setImmediate(restore);
  return restore;
}
