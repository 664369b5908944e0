import { BoundedLruMap } from '@workflow/service-runtime';
import { makePageHead, type PageHead } from '../http/answers/served-page.ts';

const MAX_PAGES = 10_000;
/** The approximate size of an entry in addition to its bytes. */
const ENTRY_BYTES = 512;

interface StoredPage {
  version: string;
  head: PageHead;
}

/** The data that a page is rendered from. */
interface PageSource {
  /** Identifies the page. One version of it is stored at a time. */
  key: string;
  /** Differs if the page would look different. */
  version: string;
  /** The organization whose share of the memory it uses. */
  organizationId: string;
  render(): string;
}

/**
 * The beginnings of pages, rendered and compressed once for each version of their content. Their bytes are limited, and
 * one organization may use half. A larger page is rendered for each reader.
 */
export class StoredPages {
  readonly #pages: BoundedLruMap<string, StoredPage>;
  readonly #rendering = new Map<string, Promise<PageHead>>();

  constructor(maxBytes: number) {
    this.#pages = new BoundedLruMap({ entries: MAX_PAGES, bytes: maxBytes });
  }

  /** Returns the bytes of all pages. */
  get bytes(): number {
    return this.#pages.bytes;
  }

  /** Returns the beginning of a page. Simultaneous readers share one rendering. */
  async head(source: PageSource): Promise<PageHead> {
    const { key, version } = source;
    const cached = this.#pages.get(key);
    if (cached !== undefined && cached.version === version) return cached.head;
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
