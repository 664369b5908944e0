import { Parser } from 'htmlparser2';

/**
 * Elements whose text is invisible. The content of a head that is never closed belongs to the page
 * (https://html.spec.whatwg.org/#parsing-main-inhead).
 */
const UNSEEN = new Set(['script', 'style', 'template', 'title']);
const OWN_LINES = new Set([
  'address',
  'blockquote',
  'br',
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'li',
  'p',
  'tr',
]);

/** Returns the text of a page without markup. Block elements begin a new line. */
export function textOfHtml(html: string): string {
  const texts: string[] = [];
  let unseen = 0;
  const parser = new Parser({
    onopentag: (name) => {
      if (UNSEEN.has(name)) unseen += 1;
      else if (OWN_LINES.has(name)) texts.push('\n');
      else if (name === 'td' || name === 'th') texts.push(' ');
    },
    onclosetag: (name) => {
      if (UNSEEN.has(name)) unseen -= 1;
      else if (OWN_LINES.has(name) && name !== 'br') texts.push('\n');
    },
    ontext: (text) => {
      if (unseen === 0) texts.push(text.replaceAll(/\s+/g, ' '));
    },
  });
  parser.end(html);
  const lines = texts.join('').split('\n');
  return lines
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
