import { escapeHtml } from '../http/escape-html.ts';

/** HTML in which every text is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

/** Returns HTML with the values inserted: texts are escaped, HTML is unchanged, and null inserts nothing. */
export function markup(strings: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(strings.reduce((before, text, index) => `${before}${htmlOf(values[index - 1])}${text}`));
}

/** Returns an attribute if there is a value for it. True means an attribute without a value. */
export function attribute(name: string, value: string | number | boolean | null | undefined): Html {
  if (value === null || value === undefined || value === false) return new Html('');
  return value === true ? new Html(` ${name}`) : markup` ${name}="${value}"`;
}

/** Returns the text with its first letter in uppercase. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function htmlOf(value: Part): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  return Array.isArray(value) ? value.map(htmlOf).join('') : escapeHtml(String(value));
}
