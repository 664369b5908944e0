import { reviveJson } from '@workflow/values';

/** Every form in which a secret, or a part of it that is one by itself, may appear in a text. */
export function secretForms(value: string): string[] {
  return [value, ...secretsWithin(value)].flatMap(formsOf);
}

/** The forms in which a text may appear: as it is, within a URL or a form, within a JSON text, in Base64 and in hex. */
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

/** A shorter piece of Base64 may occur in any text by chance. */
const MIN_BASE64_LENGTH = 8;

/**
 * In Base64 the form of a text depends on the number of bytes before it, such as `user:` in Basic authentication. There
 * are three forms, each without the characters at its edges that also encode neighbouring bytes.
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

/** Names and addresses in a service account's JSON are no secrets; keys are longer. */
const MIN_WITHIN_LENGTH = 16;

/** The texts within a secret that is JSON itself, such as the private key of a service account. */
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
