import type { Socket } from 'node:net';

/** A function that Node.js's parser calls: for the headers of each request, and for each chunk of a body. */
type ParserCallback = 'parserOnHeadersComplete' | 'parserOnBody';

/**
 * Ignores what follows in the bytes that are being parsed. A paused connection doesn't stop Node.js's parser: it reads
 * 64 KiB, and calls a function for each of up to 10,900 chunks or 2,400 requests. Parsers are used again, so the
 * functions are put back afterwards.
 * @returns a function that puts them back earlier
 */
export function ignoreParsed(socket: Socket, ignored: readonly ParserCallback[]): () => void {
  const { parser } = socket as Socket & { parser?: Record<string, unknown> | null };
  if (parser === undefined || parser === null) return () => undefined;
  const names: readonly string[] = ignored;
  const callbacks = Object.entries(parser).filter(
    ([, callback]) => typeof callback === 'function' && names.includes(callback.name),
  );
  for (const [key] of callbacks) parser[key] = undefined;
  const putBack = (): void => void Object.assign(parser, Object.fromEntries(callbacks));
  setImmediate(putBack);
  return putBack;
}
