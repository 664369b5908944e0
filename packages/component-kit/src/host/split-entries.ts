/** Returns the entries of an author's text, split at the commas outside of templates and quotes, without empty ones. */
export function splitEntries(text: string): string[] {
  const entries: string[] = [];
  let start = 0;
  let at = 0;
  // Where a template or a quote does not close, no later one closes: its end is not looked for again.
  const closes = { template: true, quote: true };
  while (at < text.length) {
    let end = -1;
    if (closes.template && text.startsWith('{{', at)) {
      end = endOfTemplate(text, at);
      closes.template = end !== -1;
    } else if (closes.quote && text[at] === '"') {
      end = endOfQuote(text, at);
      closes.quote = end !== -1;
    } else if (text[at] === ',') {
      entries.push(text.slice(start, at));
      start = at + 1;
    }
    at = end === -1 ? at + 1 : end;
  }
  return [...entries, text.slice(start)].map((entry) => entry.trim()).filter((entry) => entry !== '');
}

/** Returns the place behind the braces that close the template, -1 without them. */
function endOfTemplate(text: string, start: number): number {
  const end = text.indexOf('}}', start + 2);
  return end === -1 ? -1 : end + 2;
}

/** Returns the place behind the closing quote, -1 without one. A backslash escapes the character after it. */
function endOfQuote(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += text[at] === '\\' ? 2 : 1) if (text[at] === '"') return at + 1;
  return -1;
}
