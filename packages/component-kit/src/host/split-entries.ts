/** A template, a text in quotes, or one character. */
const TOKEN = /\{\{[\s\S]*?\}\}|"(?:[^"\\]|\\[\s\S])*"|[\s\S]/g;

/** The entries of an author's text, at the commas outside of templates and quotes; empty ones are left out. */
export function splitEntries(text: string): string[] {
  const entries = [''];
  for (const [token] of text.matchAll(TOKEN))
    if (token === ',') entries.push('');
    else entries[entries.length - 1] += token;
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
