/** The texts that a command is found by. */
interface Found {
  label: string;
  keywords?: string;
}

/** The rank of a command that lacks a word of the query. */
const NONE = 5;

/**
 * Returns the commands that contain every word of the query, the best first: labels that begin with the query, then
 * labels with words that begin with its words, then labels that contain them, then keywords. Equal ones keep their
 * order.
 */
export function rankCommands<Command extends Found>(commands: readonly Command[], query: string): Command[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [...commands];
  const words = wanted.split(/\s+/);
  return commands
    .map((command) => ({ command, rank: rankOf(command, wanted, words) }))
    .filter(({ rank }) => rank < NONE)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ command }) => command);
}

function rankOf({ label, keywords = '' }: Found, wanted: string, words: readonly string[]): number {
  const [name, further] = [label.toLowerCase(), keywords.toLowerCase()];
  if (name.startsWith(wanted)) return name.length === wanted.length ? -1 : 0;
  return Math.max(...words.map((word) => rankOfWord(name, further, word)));
}

function rankOfWord(name: string, further: string, word: string): number {
  if (beginsWord(name, word)) return 1;
  if (name.includes(word)) return 2;
  if (beginsWord(further, word)) return 3;
  return further.includes(word) ? 4 : NONE;
}

function beginsWord(text: string, word: string): boolean {
  return text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word));
}
