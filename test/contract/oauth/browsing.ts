const MOST_STEPS = 20;

/** A page, or the address at which redirects and forms ended. */
export interface Visited {
  url: string;
  status: number;
  text: string;
}

/** Follows redirects and sends forms as a browser does, with a cookie jar for each origin. */
export class Browsing {
  readonly #cookies = new Map<string, Map<string, string>>();
  readonly #home: string;

  /** Creates a browser. @param home the real address of the service, used for any address of it in redirects */
  constructor(home: string) {
    this.#home = home;
  }

  async post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
    const url = `${this.#home}${path}`;
    const sent = { 'content-type': 'application/json', origin: this.#home, ...headers };
    return this.#fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(body) });
  }

  async get(path: string): Promise<Visited> {
    return this.open(`${this.#home}${path}`);
  }

  /** Sends a request and follows redirects up to a page, or up to an address that begins with `until`. */
  async open(url: string, { until, form }: { until?: string; form?: URLSearchParams } = {}): Promise<Visited> {
    let next = url;
    let body = form;
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const response = await this.#fetch(next, {
        redirect: 'manual',
        headers: { accept: 'text/html', ...(body === undefined ? {} : { origin: new URL(next).origin }) },
        ...(body === undefined ? {} : { method: 'POST', body }),
      });
      const text = await response.text();
      const location = response.headers.get('location');
      if (location === null) return { url: next, status: response.status, text };
      next = new URL(location, next).href;
      body = undefined;
      if (until !== undefined && next.startsWith(until)) return { url: next, status: response.status, text };
    }
    throw new Error(`more than ${MOST_STEPS} redirects`);
  }

  /** Signs in and consents at an authorization server. @returns the address to which it redirects the browser */
  async consent(authorizationUrl: string, until: string): Promise<string> {
    let page = await this.open(authorizationUrl, { until });
    for (let step = 0; step < MOST_STEPS && !page.url.startsWith(until); step += 1) {
      const action = /<form[^>]*action="([^"]+)"/.exec(page.text)?.[1];
      const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1];
      if (action === undefined || prompt === undefined) throw new Error(`no form: ${page.status} ${page.text}`);
      const form = new URLSearchParams({ prompt, login: 'somebody', password: 'any' });
      page = await this.open(new URL(action, page.url).href, { until, form });
    }
    return page.url;
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const { origin } = new URL(url);
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, headers: { ...(init.headers as object), ...(cookie && { cookie }) } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }
}
