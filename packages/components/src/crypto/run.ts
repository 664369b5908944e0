import { createHash, createHmac, randomBytes, type Hash, type Hmac } from 'node:crypto';
import type { ResolvedConfig } from '@workflow/component-kit';
import {
  asText,
  defineRunner,
  isFileValue,
  StepFailure,
  type Json,
  type JsonObject,
  type RunContext,
} from '@workflow/component-kit/run';
import type { Algorithm } from './algorithms.ts';
import { descriptor } from './descriptor.ts';
import { readKey } from './keys.ts';
import { signData, verifyData } from './signatures.ts';
import { signToken, verifyToken } from './tokens.ts';

type Config = ResolvedConfig<typeof descriptor.configSchema>;
type Context = RunContext<Config>;

/** Runs an operation in this process. Keys are always secrets. */
export const runner = defineRunner(descriptor, {
  async run(context) {
    const { token: _token, ...shown } = context.config;
    context.recordInput(shown as JsonObject);
    return { kind: 'succeeded', output: await OPERATIONS[context.config.operation](context) };
  },
});

const OPERATIONS: Readonly<Record<Config['operation'], (context: Context) => Promise<Json>>> = {
  hash: async (context) => digest(context, createHash(algorithmOf(context))),
  hmac: async (context) => {
    const algorithm = algorithmOf(context);
    return digest(context, createHmac(algorithm, readKey(await secretOf(context), algorithm, 'sign')));
  },
  sign: async (context) => {
    const algorithm = algorithmOf(context);
    const key = readKey(await secretOf(context), algorithm, 'sign');
    return (await signData(await bytesOf(context), key, algorithm)).toString(context.config.encoding);
  },
  verify: async (context) => {
    const { encoding, signature = '' } = context.config;
    const algorithm = algorithmOf(context);
    const key = readKey(await secretOf(context), algorithm, 'verify');
    const bytes = decode(signature.trim(), encoding);
    return bytes !== null && (await verifyData(await bytesOf(context), bytes, key, algorithm));
  },
  'jwt-sign': async (context) => {
    const { payload = {}, expiresInSeconds } = context.config;
    const key = readKey(await secretOf(context), algorithmOf(context), 'sign');
    return signToken(payload, key, { ...tokenOptions(context), expiresInSeconds });
  },
  'jwt-verify': async (context) => {
    const key = readKey(await secretOf(context), algorithmOf(context), 'verify');
    return verifyToken(context.config.token ?? '', key, tokenOptions(context));
  },
  random: async ({ config: { bytes, encoding } }) => randomBytes(bytes).toString(encoding),
};

function algorithmOf({ config: { algorithm, operation } }: Context): Algorithm {
  if (algorithm !== undefined) return algorithm;
  if (operation === 'hash' || operation === 'hmac') return 'sha256';
  throw new StepFailure('CONFIG_INVALID', 'config.algorithm is required');
}

function tokenOptions(context: Context) {
  const { issuer, audience } = context.config;
  return { algorithm: algorithmOf(context), issuer, audience, nowMs: context.now() };
}

async function secretOf(context: Context): Promise<string> {
  const secret = await context.openSecret('secret');
  if (secret === null) throw new StepFailure('CONFIG_INVALID', 'config.secret is required');
  return secret;
}

/** Calculates a digest. A file is hashed while it is read. */
async function digest(context: Context, hash: Hash | Hmac): Promise<string> {
  const { data = '', encoding } = context.config;
  if (!isFileValue(data)) return hash.update(asText(data)).digest(encoding);
  for await (const part of (await context.files.open(data)).read()) hash.update(part);
  return hash.digest(encoding);
}

async function bytesOf({ config: { data = '' }, files }: Context): Promise<Uint8Array> {
  return isFileValue(data) ? files.readWhole(await files.open(data)) : Buffer.from(asText(data));
}

const ALPHABETS = { hex: /^(?:[\da-f]{2})+$/i, base64: /^[\w+/-]+={0,2}$/, base64url: /^[\w-]+={0,2}$/ } as const;

/** Decodes a signature. Returns null if it does not have the encoding. */
function decode(text: string, encoding: Config['encoding']): Buffer | null {
  return ALPHABETS[encoding].test(text) ? Buffer.from(text, encoding) : null;
}
