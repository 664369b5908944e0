import { Client } from 'pg';
import { OIDC_CLIENT, startIdentityProvider, type IdentityProvider } from '@workflow/test-harness';
import { readEnv } from '@workflow/service-runtime';
import { readOidcConfig } from '../../src/accounts/oidc/oidc-config.ts';
import { startTestIngress, type TestAnswer, type TestIngress, type TestIngressOptions } from '../start-test-ingress.ts';
import { asPerson } from './people.ts';

const PUBLIC_URL = 'http://workflows.test';
const CALLBACK = `${PUBLIC_URL}/api/auth/callback/oidc`;

/** Where a sign-in at the issuer ended. */
export interface Ended {
  /** The path that the browser is sent to. */
  location: string;
  /** The reason of a refusal; null for a sign-in. */
  error: string | null;
  cookie: string;
  request(method: string, path: string, body?: unknown): Promise<TestAnswer>;
}

interface VisitOptions {
  invitationId?: string;
  callbackURL?: string;
  /** Changes the address that the issuer sends the browser back to. */
  changeCallback?(url: URL): void;
}

/** A service with an issuer whose people sign in there. */
export interface IssuerLab {
  ingress: TestIngress;
  issuer: IdentityProvider;
  /** Signs in with a new browser. */
  visit(login: string, options?: VisitOptions): Promise<Ended>;
  stop(): Promise<void>;
}

export async function openIssuerLab(
  env: Record<string, string> = {},
  { config, ...options }: TestIngressOptions = {},
): Promise<IssuerLab> {
  const issuer = await startIdentityProvider({ redirectUri: CALLBACK });
  const settings = {
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: OIDC_CLIENT.clientId,
    OIDC_CLIENT_SECRET: OIDC_CLIENT.clientSecret,
    ...env,
  };
  const oidc = readOidcConfig(readEnv(settings));
  const ingress = await startTestIngress({ ...options, config: { ...config, publicUrl: PUBLIC_URL, auth: { oidc } } });
  return {
    ingress,
    issuer,
    visit: (login, options = {}) => visit(ingress, login, options),
    stop: async () => {
      await ingress.stop();
      await issuer.stop();
    },
  };
}

/** Cookies of one site. */
class Jar {
  readonly #values = new Map<string, string>();

  take(answer: Response): void {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      const name = pair.slice(0, pair.indexOf('='));
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.#values.delete(name);
      else this.#values.set(name, pair);
    }
  }

  get header(): string {
    return [...this.#values.values()].join('; ');
  }
}

/** Asks for the page of the issuer, as the button of the sign-in page does. */
export function beginVisit(
  ingress: TestIngress,
  options: Pick<VisitOptions, 'callbackURL' | 'invitationId'> = {},
): Promise<Response> {
  return fetch(`${ingress.url}/api/auth/sign-in/social`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ingress.url },
    body: JSON.stringify({ provider: 'oidc', callbackURL: '/', ...options }),
  });
}

async function visit(ingress: TestIngress, login: string, options: VisitOptions): Promise<Ended> {
  const { changeCallback } = options;
  const own = new Jar();
  const begun = await beginVisit(ingress, options);
  own.take(begun);
  const answered = (await begun.json()) as { url?: string; message?: string };
  if (answered.url === undefined) throw new Error(`${begun.status} ${answered.message}`);
  const back = await signInAtIssuer(answered.url, login);
  changeCallback?.(back);
  const ended = await fetch(ingress.url + back.pathname + back.search, {
    redirect: 'manual',
    headers: { cookie: own.header },
  });
  own.take(ended);
  const location = new URL(ended.headers.get('location') ?? `${PUBLIC_URL}/none?error=${ended.status}`);
  const cookie = own.header;
  return {
    location: location.href.slice(PUBLIC_URL.length),
    error: location.searchParams.get('error'),
    cookie,
    request: (method, path, body) => asPerson(ingress, cookie, method, path, body),
  };
}

/** Fills in the issuer's own pages. Returns the address of the service that the issuer sends the browser back to. */
async function signInAtIssuer(start: string, login: string): Promise<URL> {
  const jar = new Jar();
  let url = new URL(start);
  let form: URLSearchParams | null = null;
  for (let steps = 0; steps < 10; steps += 1) {
    if (url.href.startsWith(CALLBACK)) return url;
    const answer: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: jar.header },
      ...(form !== null && { method: 'POST', body: form }),
    });
    jar.take(answer);
    const location = answer.headers.get('location');
    if (location === null) {
      const page = await answer.text();
      if (answer.status !== 200) throw new Error(`The issuer answered ${answer.status}: ${page.slice(0, 500)}`);
      form = new URLSearchParams({ prompt: 'login', login, password: 'any' });
      continue;
    }
    form = null;
    url = new URL(location, url);
  }
  throw new Error('The issuer did not send the browser back');
}

/** Runs a statement in the database of the service. */
export async function query(ingress: TestIngress, sql: string): Promise<object[]> {
  const client = new Client({ connectionString: ingress.databaseUrl, application_name: 'test-harness' });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}
