/** Separates the base of a link from its address. No feed contains this character. */
const DIVIDER = '\u{F8FF}';
const LINK = /<(?:[\w-]+:)?link\b[^<>]*>/gi;
const BASE = /\sxml:base\s*=\s*(?:"([^"]*)"|'([^']*)')/i;

/** Writes the `xml:base` of each link into its `href`, because the parser ignores it. */
export function markLinkBases(text: string): string {
  if (!text.includes('xml:base')) return text;
  return text.replaceAll(LINK, (link) => {
    const [, double, single] = BASE.exec(link) ?? [];
    const base = double ?? single;
    if (base === undefined) return link;
    // The base is text of the feed. A text as a replacement would interpret `$` in it as a part of the link.
    return link.replace(/\shref\s*=\s*["']/i, (attribute) => `${attribute}${base}${DIVIDER}`);
  });
}

/** Resolves URLs in a feed, which can be relative (https://www.w3.org/TR/xmlbase/, RFC 3986 §5.1). */
export class Addresses {
  readonly #base: string;

  /** @param feedBase the `xml:base` of the root element */
  constructor(url: string, text: string, feedBase: string | undefined) {
    const channel = /<channel\b[^<>]*>/i.exec(text)?.[0] ?? '';
    const [, double, single] = BASE.exec(channel) ?? [];
    this.#base = resolved(double ?? single, resolved(feedBase, url));
  }

  /**
   * Returns an absolute URL, the text itself if it is not a URL, or '' for undefined.
   * @param base the `xml:base` of the entry
   */
  absolute(written: string | undefined, base?: string): string {
    if (written === undefined || written.trim() === '') return '';
    const parts = written.split(DIVIDER);
    return parts.reduce((before, part) => resolved(part, before), resolved(base, this.#base));
  }
}

function resolved(address: string | undefined, base: string): string {
  if (address === undefined) return base;
  return URL.parse(address.trim(), base)?.href ?? address;
}
