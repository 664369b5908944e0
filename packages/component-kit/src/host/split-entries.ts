/** Returns the entries of an author's text, split at the commas outside of templates and quotes, without empty ones. */
export function splitEntries(text: string): string[] {
  const entries: string[] = [];
  let start = 0;
  let at = 0;
  // If a template or a quote is not closed, no later one is, so its end is searched for only once.
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

/** Returns the index after the braces that close the template, or -1 if there are none. */
function endOfTemplate(text: string, start: number): number {
  const end = text.indexOf('}}', start + 2);
  return end === -1 ? -1 : end + 2;
}

/** Returns the index after the closing quote, or -1 if there is none. A backslash escapes the next character. */
function endOfQuote(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += text[at] === '\\' ? 2 : 1) if (text[at] === '"') return at + 1;
  return -1;
}
