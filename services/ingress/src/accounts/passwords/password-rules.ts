import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-length.ts';

/** The list is read when somebody chooses a password for the first time, because it takes 10 MiB. */
let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** A password with fewer different characters is a pattern, such as `00000000` or `abababab`. */
const MIN_DIFFERENT_CHARACTERS = 4;
/** Minimum length of the parts of an e-mail address or name that a password must not consist of. */
const MIN_NAME_PART_LENGTH = 4;

/**
 * Returns why a password is not allowed, as a sentence that follows the field's name, or null if it is allowed.
 * Comparisons ignore case, and also the digits and signs around a word (OWASP ASVS 5.0, 6.2.4, 6.2.11 and 6.2.12).
 *
 * @param own the e-mail address, name and organization of the person, if they are available
 */
export async function passwordProblem(password: string, own: readonly string[] = []): Promise<string | null> {
  const length = password.length;
  if (length < MIN_PASSWORD_LENGTH) return `must have at least ${MIN_PASSWORD_LENGTH} characters`;
  if (length > MAX_PASSWORD_LENGTH) return `must have at most ${MAX_PASSWORD_LENGTH} characters`;
  const text = password.normalize('NFKC').toLowerCase();
  const word = betweenLetters(text);
  const common = await (commonPasswords ??= loadCommonPasswords());
  if (common.has(text) || common.has(word) || common.has(text.replaceAll(' ', '')))
    return 'is on the list of common and leaked passwords; choose another one';
  if (new Set(text).size < MIN_DIFFERENT_CHARACTERS || isSequence(text))
    return 'repeats or counts up a few characters; choose another one';
  if (ownWords(own).some((part) => part === text || part === word))
    return 'must not be your name, your e-mail address or a part of them';
  return null;
}

/** Loads the most common passwords in lowercase, which are also the most leaked ones (docs/decisions/0087). */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map(String));
}

/** Returns the text from its first letter to its last one. */
function betweenLetters(text: string): string {
  const characters = Array.from(text);
  const isLetter = (character: string): boolean => /^\p{L}$/u.test(character);
  const first = characters.findIndex(isLetter);
  return first === -1 ? '' : characters.slice(first, characters.findLastIndex(isLetter) + 1).join('');
}

/**
 * Returns true for a text such as `abcdefgh` or `87654321`, in which each character follows or precedes the one before.
 */
function isSequence(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

function ownWords(own: readonly string[]): string[] {
  return own
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u), text.split('@')[0] ?? ''])
    .map((part) => part.toLowerCase())
    .filter((part) => part.length >= MIN_NAME_PART_LENGTH);
}
