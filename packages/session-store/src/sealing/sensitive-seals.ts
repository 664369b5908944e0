import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { HiddenValue } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { openSecret, sealSecret, type SecretsKeys } from './secret-sealing.ts';

const KEY_BYTES = 32;
/** Maximum number of organizations whose keys a process caches. */
const MAX_CACHED = 1_000;
/** The prefix of a sealed text in a column that also has plain texts, which are JSON. */
const SEALED_TEXT = 'sealed ';

const READ = statement<{ organizationId: string }>()(
  'read_data_key',
  'SELECT sealed FROM data_keys WHERE organization_id = $organizationId',
  { sealed: 'bytea' },
);

const WRITE_FIRST = statement<{ id: string; organizationId: string; sealed: Uint8Array }>()(
  'write_first_data_key',
  `INSERT INTO data_keys (id, organization_id, sealed) VALUES ($id, $organizationId, $sealed)
    ON CONFLICT (organization_id) DO NOTHING`,
  {},
);

/** Identifies where a sealed value belongs. It opens nowhere else. */
export type Place =
  | `session ${string}`
  | `output ${string}`
  | `step ${string}`
  | `answer ${string}`
  | `pin ${string}`
  | `question ${string}`
  | `entry ${string}`
  | `effect ${string}`
  | `response ${string}`;

export type SensitiveSeals = ReturnType<typeof openSensitiveSeals>;

/**
 * Seals sensitive values with a key of their organization. SECRETS_KEY seals only that key, so a change of SECRETS_KEY
 * does not change the stored values of sessions.
 */
export function openSensitiveSeals(sql: Sql, keys: SecretsKeys) {
  const cachedKeys = new Map<string, Promise<Uint8Array>>();
  /** @throws StoreUnavailableError; an Error if no key of the service opens it */
  function keyOf(organizationId: string): Promise<Uint8Array> {
    const before = cachedKeys.get(organizationId);
    if (before !== undefined) return before;
    const reading = readKey(sql, keys, organizationId);
    const [oldest] = cachedKeys.size < MAX_CACHED ? [] : cachedKeys.keys();
    if (oldest !== undefined) cachedKeys.delete(oldest);
    cachedKeys.set(organizationId, reading);
    reading.catch(() => cachedKeys.delete(organizationId));
    return reading;
  }
  async function seal(organizationId: string, place: Place, hidden: HiddenValue): Promise<Uint8Array> {
    return sealSecret(await keyOf(organizationId), organizationId, place, JSON.stringify(hidden));
  }
  /** @throws Error if it was sealed for another place, or with another key */
  async function open(organizationId: string, place: Place, sealed: Uint8Array): Promise<HiddenValue> {
    const secretsKey = await keyOf(organizationId);
    return JSON.parse(openSecret({ secretsKey }, organizationId, place, sealed)) as HiddenValue;
  }
  return {
    seal,
    open,
    /** Seals a text for a column of texts. */
    async sealText(organizationId: string, place: Place, text: string): Promise<string> {
      const sealed = await seal(organizationId, place, { value: text, sensitive: [] });
      return `${SEALED_TEXT}${Buffer.from(sealed).toString('base64')}`;
    },
    /** Opens a text that `sealText` sealed. Other texts are returned unchanged. */
    async openText(organizationId: string, place: Place, text: string): Promise<string> {
      if (!text.startsWith(SEALED_TEXT)) return text;
      const { value } = await open(organizationId, place, Buffer.from(text.slice(SEALED_TEXT.length), 'base64'));
      return value as string;
    },
    /** Returns a hash against which nobody without the key can check a guess. */
    async hash(organizationId: string, bytes: Uint8Array): Promise<Buffer> {
      return createHmac('sha256', await keyOf(organizationId))
        .update(bytes)
        .digest();
    },
  };
}

/** Returns the key of the organization, and creates it if there is none. */
async function readKey(sql: Sql, keys: SecretsKeys, organizationId: string): Promise<Uint8Array> {
  const name = `data-key ${organizationId}`;
  for (;;) {
    const [row] = await sql.query(...READ.with({ organizationId }));
    if (row !== undefined) return Buffer.from(openSecret(keys, organizationId, name, row.sealed), 'base64');
    const sealed = sealSecret(keys.secretsKey, organizationId, name, randomBytes(KEY_BYTES).toString('base64'));
    await sql.query(...WRITE_FIRST.with({ id: randomUUID(), organizationId, sealed }));
  }
}
