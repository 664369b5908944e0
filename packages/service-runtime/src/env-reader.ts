import { readFileSync } from 'node:fs';

/** The environment, in the type of `process.env`. */
export type Env = Record<string, string | undefined>;

/** Reports every problem of an environment in one error. Each names its variable and the rule. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The environment is invalid: ${problems.join('; ')}`);
    this.problems = problems;
  }
}

/** Without `default` the variable is required. With `default: null` it may be missing. */
interface Fallback<D> {
  default?: D;
}

/**
 * Reads variables and collects their problems. `finish` throws once, so that an operator sees all of them. An empty
 * variable counts as not set, because compose files and Helm charts write it.
 */
export interface EnvReader {
  string<D extends string | null = never>(
    name: string,
    rules?: Fallback<D> & { maxLength?: number; oneOf?: readonly string[] },
  ): string | D;
  integer<D extends number | null = never>(
    name: string,
    rules?: Fallback<D> & { min?: number; max?: number },
  ): number | D;
  /** Accepts `true`, `1`, `yes`, `on` and their opposites. */
  flag(name: string, fallback: boolean): boolean;
  /**
   * Reads an absolute URL, without a slash at its end. `protocols` have no colons. `parts` returns the URLs in a text,
   * or none when the text breaks its own rule. `rule` describes that rule, as a text that is appended to the other
   * rules.
   */
  url<D extends string | null = never>(
    name: string,
    rules?: Fallback<D> & { protocols?: readonly string[]; parts?: (text: string) => string[]; rule?: string },
  ): string | D;
  /** Reads key material in base64, base64url or hex, of exactly `length` bytes. */
  bytes<D extends Uint8Array | null = never>(name: string, rules: Fallback<D> & { length: number }): Uint8Array | D;
  /** Reads items separated by commas, trimmed, without empty ones. */
  list(name: string, fallback: readonly string[]): string[];
  /** Adds a problem of a rule that spans several variables. */
  problem(name: string, rule: string): void;
  /** Adds a warning for a valid value that is most likely a mistake. `loadConfig` logs it. */
  warn(name: string, what: string): void;
  /** @throws ConfigError when there is any problem. */
  finish(): void;
}

/** Variables whose value may be in a file that `<name>_FILE` names. */
export const FILE_VARIABLES: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'QUEUE_DATABASE_URL',
  'REDIS_URL',
  'REDIS_PASSWORD',
  'REDIS_SENTINEL_PASSWORD',
  'SECRETS_KEY',
  'SECRETS_KEY_PREVIOUS',
  'AUTH_SECRET',
  'ADMIN_PASSWORD',
  'OPERATOR_KEY',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'EXPORT_S3_SECRET_ACCESS_KEY',
  'FILES_S3_SECRET_ACCESS_KEY',
]);
const TRUE = new Set(['true', '1', 'yes', 'on']);
const FALSE = new Set(['false', '0', 'no', 'off']);

/** The state of reading an environment. */
interface Reading {
  /** Every variable that was read. */
  names: Set<string>;
  warnings: string[];
}

const readingsByEnv = new WeakMap<Env, Reading>();

/** Returns the state that all readers of this environment share. */
export function readingOf(env: Env): Reading {
  const known = readingsByEnv.get(env) ?? { names: new Set(), warnings: [] };
  readingsByEnv.set(env, known);
  return known;
}

/** Reads `env`. It never logs a value, because any value may be a secret. */
export function readEnv(env: Env): EnvReader {
  const problems: string[] = [];
  const reading = readingOf(env);
  const problem = (name: string, rule: string): void => {
    problems.push(`${name} ${rule}`);
  };

  /** Returns the value of a variable, which is set directly or in a file that `<name>_FILE` names (mounted secrets). */
  function textOf(name: string): string | undefined {
    reading.names.add(name);
    const text = env[name]?.trim();
    const file = FILE_VARIABLES.has(name) ? env[`${name}_FILE`]?.trim() : undefined;
    if (!file) return text;
    if (text) problem(`${name}_FILE`, `must not be set together with ${name}`);
    try {
      return readFileSync(file, 'utf8').trim();
    } catch {
      problem(`${name}_FILE`, 'must name a file that can be read');
      return undefined;
    }
  }

  /** `afterProblem` replaces the value once there is a problem. Nothing reads it, because `finish` throws. */
  function read<T, D>(
    name: string,
    fallback: Fallback<D> | undefined,
    afterProblem: T,
    parse: (text: string) => T | undefined,
    rule: string,
  ): T | D {
    const text = textOf(name);
    if (!text) {
      if (fallback !== undefined && fallback.default !== undefined) return fallback.default;
      problem(name, 'is required');
      return afterProblem;
    }
    const value = parse(text);
    if (value !== undefined) return value;
    problem(name, `must be ${rule}`);
    return afterProblem;
  }

  return {
    string: (name, rules) => {
      const { maxLength, oneOf } = rules ?? {};
      const rule = oneOf === undefined ? `at most ${maxLength} characters long` : `one of ${oneOf.join(', ')}`;
      const fits = (text: string): boolean => (oneOf?.includes(text) ?? true) && text.length <= (maxLength ?? Infinity);
      return read(name, rules, '', (text) => (fits(text) ? text : undefined), rule);
    },
    integer: (name, rules) => {
      const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = rules ?? {};
      return read(name, rules, 0, (text) => parseInteger(text, min, max), integerRule(rules?.min, rules?.max));
    },
    flag: (name, fallback) => read(name, { default: fallback }, fallback, parseFlag, 'true or false'),
    url: (name, rules) => {
      const { protocols = ['http', 'https'], parts = (text: string) => [text], rule = '' } = rules ?? {};
      return read(
        name,
        rules,
        '',
        (text) => (areUrls(parts(text), protocols) ? withoutSlashesAtEnd(text) : undefined),
        `an absolute URL that starts with ${protocols.join(':// or ')}://${rule}`,
      );
    },
    bytes: (name, rules) =>
      read(
        name,
        rules,
        new Uint8Array(rules.length),
        (text) => parseBytes(text, rules.length),
        `${rules.length} bytes in base64 or hex`,
      ),
    list: (name, fallback) => {
      const text = textOf(name);
      return text ? splitList(text) : [...fallback];
    },
    problem,
    warn: (name, what) => void reading.warnings.push(`${name} ${what}`),
    finish: () => {
      if (problems.length > 0) throw new ConfigError(problems);
    },
  };
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function parseInteger(text: string, min: number, max: number): number | undefined {
  if (!/^[+-]?\d{1,16}$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) && value >= min && value <= max ? value : undefined;
}

function integerRule(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `an integer from ${min} to ${max}`;
  if (min !== undefined) return `an integer of at least ${min}`;
  return max === undefined ? 'an integer' : `an integer of at most ${max}`;
}

function parseFlag(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : undefined;
}

function areUrls(texts: string[], protocols: readonly string[]): boolean {
  const urls = texts.map((text) => URL.parse(text));
  return urls.length > 0 && urls.every((url) => url !== null && protocols.includes(url.protocol.slice(0, -1)));
}

/** Decodes key material of exactly `length` bytes in base64, base64url or hex. Returns undefined for any other text. */
export function parseBytes(text: string, length: number): Uint8Array | undefined {
  if (/^[0-9a-f]+$/i.test(text) && text.length === length * 2) return Uint8Array.from(Buffer.from(text, 'hex'));
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === length ? Uint8Array.from(bytes) : undefined;
}

function withoutSlashesAtEnd(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}
