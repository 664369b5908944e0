import { componentTypes } from '@workflow/components/descriptors';
import type { ComponentDescriptor } from '@workflow/component-kit';

/**
 * The types that a search finds, the best first: whose name begins with it, whose name has a word that does, whose name
 * contains it, and then those whose description has all of its words. Everything, in the palette's order, without one.
 */
export function findTypes(
  search: string,
  types: readonly ComponentDescriptor[] = componentTypes(),
): readonly ComponentDescriptor[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return types;
  return types
    .map((type, index) => ({ type, index, rank: rankOf(type, words) }))
    .filter(({ rank }) => rank !== null)
    .sort((one, other) => (one.rank as number) - (other.rank as number) || one.index - other.index)
    .map(({ type }) => type);
}

/** Null if it is not found. */
function rankOf({ type, title, description }: ComponentDescriptor, words: readonly string[]): number | null {
  const names = [title.toLowerCase(), type.toLowerCase()];
  const whole = words.join(' ');
  const has = (test: (name: string, word: string) => boolean): boolean =>
    words.every((word) => names.some((name) => test(name, word)));
  if (names.some((name) => name.startsWith(whole))) return 0;
  if (has((name, word) => name.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word)))) return 1;
  if (has((name, word) => name.includes(word))) return 2;
  const all = `${names.join(' ')} ${description.toLowerCase()}`;
  return words.every((word) => all.includes(word)) ? 3 : null;
}
