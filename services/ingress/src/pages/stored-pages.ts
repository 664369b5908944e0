import { BoundedLruMap } from '@workflow/service-runtime';
import { makePageHead, type PageHead } from '../http/answers/served-page.ts';

const MAX_PAGES = 10_000;
/** What an entry takes beside its bytes, about. */
const ENTRY_BYTES = 512;

interface StoredPage {
  version: string;
  head: PageHead;
}

/** What a page is rendered from. */
interface PageSource {
  /** Names the page: there is one stored at a time. */
  key: string;
  /** Differs when the page would look different. */
  version: string;
  /** The organization whose share of the memory it takes. */
  organizationId: string;
  render(): string;
}

/**
 * The beginnings of pages, rendered and compressed once for each version of what they show. Their bytes are bounded,
 * and one organization has at most half of them; a page that is larger than that is rendered for each reader.
 */
export class StoredPages {
  readonly #pages: BoundedLruMap<string, StoredPage>;
  readonly #rendering = new Map<string, Promise<PageHead>>();

  constructor(maxBytes: number) {
    this.#pages = new BoundedLruMap({ entries: MAX_PAGES, bytes: maxBytes });
  }

  /** Bytes of all pages. */
  get bytes(): number {
    return this.#pages.bytes;
  }

  /** Returns the beginning of a page. Readers who come while it is rendered wait for that. */
  async head(source: PageSource): Promise<PageHead> {
    const { key, version } = source;
    const known = this.#pages.get(key);
    if (known !== undefined && known.version === version) return known.head;
    const under = `${key} ${version}`;
    const rendering = this.#rendering.get(under) ?? this.#render(source).finally(() => this.#rendering.delete(under));
    this.#rendering.set(under, rendering);
    return rendering;
  }

  async #render({ key, version, organizationId: owner, render }: PageSource): Promise<PageHead> {
    const head = await makePageHead(render());
    const bytes = head.bytes.length + head.deflated.length + ENTRY_BYTES;
    this.#pages.set(key, { version, head }, { owner, bytes });
    return head;
  }
}
