import { reviveJson } from '@workflow/placeholder-values';

/** Returns every form in which a secret, or a secret part of it, can appear in a text. */
export function secretForms(value: string): string[] {
  return [value, ...secretsWithin(value)].flatMap(formsOf);
}

/** Returns the forms in which a text can appear: unchanged, in a URL or a form, in JSON text, in Base64 and in hex. */
function formsOf(value: string): string[] {
  const text = value.toWellFormed();
  const inForm = new URLSearchParams([['', text]]).toString().slice(1);
  return [
    value,
    encodeURIComponent(text),
    encodeURI(text),
    inForm,
    JSON.stringify(value).slice(1, -1),
    Buffer.from(value).toString('hex'),
    ...base64FormsOf(value),
  ];
}

/** The minimum length of a Base64 form. Shorter ones occur in any text by chance. */
const MIN_BASE64_LENGTH = 8;

/**
 * Returns the Base64 forms of a text. They depend on the number of preceding bytes, such as `user:` in Basic
 * authentication. There are three, each without the characters at its edges that also encode neighbouring bytes.
 */
function base64FormsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const within = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/={1,2}$/, '');
    const isCut = (before + bytes.length) % 3 !== 0;
    return encoded.slice(before === 0 ? 0 : before + 1, isCut ? -1 : undefined);
  });
  const forms = [bytes.toString('base64'), ...within.filter((form) => form.length >= MIN_BASE64_LENGTH)];
  return forms.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}

/**
 * The minimum length of a secret within JSON. Names and addresses in a service account's JSON are shorter than keys.
 */
const MIN_WITHIN_LENGTH = 16;

/** Returns the texts within a secret that is JSON, such as the private key of a service account. */
function secretsWithin(value: string): string[] {
  if (!value.trimStart().startsWith('{')) return [];
  try {
    const found: string[] = [];
    reviveJson(value, (_key, item) => {
      if (typeof item === 'string' && item.length >= MIN_WITHIN_LENGTH && !/^https?:/.test(item)) found.push(item);
      return item;
    });
    return found;
  } catch {
    return [];
  }
}
