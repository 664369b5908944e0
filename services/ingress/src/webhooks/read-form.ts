/** Names to values; a name that comes more than once to a list of them. */
export function readPairs<Value>(pairs: Iterable<readonly [string, Value]>): Record<string, Value | Value[]> {
  const fields = new Map<string, Value[]>();
  for (const [name, value] of pairs) {
    const known = fields.get(name);
    if (known === undefined) fields.set(name, [value]);
    else known.push(value);
  }
  const record = Object.create(null) as Record<string, Value | Value[]>;
  for (const [name, values] of fields) record[name] = values.length === 1 ? (values[0] as Value) : values;
  return record;
}

/** null: the charset is not known, or the bytes are not in it. A byte order mark is skipped. */
export function decodeText(bytes: Buffer, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The byte order mark of UTF-8, one character for each byte. */
const BYTE_ORDER_MARK = /^\u00EF\u00BB\u00BF/;

/**
 * The fields of `application/x-www-form-urlencoded` in any charset, which the percent-encoded bytes are in. null for an
 * unknown charset. Invalid bytes in a form that is declared as UTF-8 become U+FFFD, as the URL standard says.
 */
export function readForm(body: Buffer, charset: string): Record<string, string | string[]> | null {
  const decode = decoderOf(charset);
  if (decode === null) return null;
  // One character for each byte.
  const pairs = body
    .toString('latin1')
    .replace(BYTE_ORDER_MARK, '')
    .split('&')
    .filter((pair) => pair !== '');
  return readPairs(
    pairs.map((pair) => {
      const equals = pair.indexOf('=');
      const [name, value] = equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
      return [decode(percentDecode(name)), decode(percentDecode(value))] as const;
    }),
  );
}

function decoderOf(charset: string): ((bytes: Buffer) => string) | null {
  try {
    const decoder = new TextDecoder(charset, { ignoreBOM: true });
    return (bytes) => decoder.decode(bytes);
  } catch {
    return null;
  }
}

function percentDecode(text: string): Buffer {
  const bytes = text
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
