/** Maximum number of characters of a message that are read. Messages that differ only later count as equal. */
const MAX_READ = 500;

const QUOTES: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '“': '”', '‘': '’', '«': '»' };
/**
 * The last labels of host names that count as addresses even without a port. Other texts with dots look like the path
 * of a field.
 */
const DOMAINS = new Set(
  'com net org io dev app cloud local internal example test invalid localhost de eu uk fr ch at'.split(' '),
);
/** Characters that are part of ids, numbers, times and addresses. */
const IN_WORD = "-._:/@%+?=&#~$'";
const JOINS = '-.:/+';
const LONGEST_NAME = 24;

/**
 * Returns a message without what differs between two occurrences of the same failure: quoted texts become `'…'`,
 * addresses `<address>`, and numbers and ids `#`. Reads each character a constant number of times, so the time is
 * proportional to the length.
 */
export function normalizeMessage(message: string): string {
  const text = message.slice(0, MAX_READ);
  const parts: string[] = [];
  /** Quotation marks that are not closed from some position on are not closed later either. */
  const unclosed = new Set<string>();
  for (let at = 0; at < text.length;) {
    const char = text[at]!;
    const close = QUOTES[char];
    const end = close === undefined || unclosed.has(close) ? -1 : text.indexOf(close, at + 1);
    if (close !== undefined && end !== -1) {
      parts.push("'…'");
      at = end + 1;
    } else if (isWord(char)) {
      const after = endOfWord(text, at);
      parts.push(withoutDetails(text.slice(at, after)));
      at = after;
    } else {
      if (close !== undefined) unclosed.add(close);
      if (!isSpace(char)) parts.push(char);
      else if (parts.at(-1) !== ' ') parts.push(' ');
      at += 1;
    }
  }
  return joinNumbers(parts);
}

function endOfWord(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && (isWord(text[end]!) || IN_WORD.includes(text[end]!))) end += 1;
  // A punctuation mark at the end belongs to the sentence.
  while (!isWord(text[end - 1]!)) end -= 1;
  return end;
}

/** Returns a word of the message, or its replacement. */
function withoutDetails(word: string): string {
  if (isAddress(word)) return '<address>';
  let result = '';
  let part = '';
  for (const char of `${word} `) {
    if (isWord(char)) {
      part += char;
      continue;
    }
    result += (isDetail(part) ? '#' : part) + (char === ' ' ? '' : char);
    part = '';
  }
  return hasOnlyNumbers(result) ? '#' : result;
}

function isAddress(word: string): boolean {
  if (word.includes('://') || (word.includes('@') && word.includes('.'))) return true;
  const colons = word.split(':');
  if (colons.length > 3 && colons.every((part) => part.length <= 4 && isHex(part))) return true;
  const [host = '', port] = word.split('/')[0]!.split(':');
  const labels = host.split('.');
  const last = labels.at(-1)!.toLowerCase();
  if (last === 'localhost') return true;
  if (labels.length < 2 || labels.some((label) => label === '')) return false;
  if (labels.length === 4 && labels.every((label) => [...label].every(isDigit))) return true;
  return DOMAINS.has(last) || (port !== undefined && port !== '' && [...port].every(isDigit));
}

/** Returns true for numbers and ids. They have a digit, or are long, or have at least eight hexadecimal digits. */
function isDetail(part: string): boolean {
  if (part === '') return false;
  return [...part].some(isDigit) || part.length > LONGEST_NAME || (part.length >= 8 && isHex(part));
}

function hasOnlyNumbers(word: string): boolean {
  return word.includes('#') && [...word].every((char) => char === '#' || JOINS.includes(char));
}

/** Joins texts. Numbers in a row, such as a list of numbers, become one. */
function joinNumbers(parts: readonly string[]): string {
  let result = '';
  let between = '';
  for (const part of parts) {
    if (result.endsWith('#') && (part === ' ' || part === ',')) {
      between += part;
      continue;
    }
    result += part === '#' && between !== '' ? '' : between + part;
    between = '';
  }
  return (result + between).trim();
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9';
}

function isHex(part: string): boolean {
  return [...part.toLowerCase()].every((char) => isDigit(char) || (char >= 'a' && char <= 'f'));
}

function isSpace(char: string): boolean {
  return char.trim() === '';
}

/** Letters of every script, digits and `_`. */
function isWord(char: string): boolean {
  return isDigit(char) || char === '_' || char.toLowerCase() !== char.toUpperCase() || char > '\u02AF';
}
