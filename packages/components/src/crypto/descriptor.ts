import { defineComponent, type ConfigProblem } from '@workflow/component-kit';
import type { JsonObject, ValueShape } from '@workflow/workflow-model';
import { ALGORITHMS, ALGORITHMS_OF, NEEDED_BY, OPERATIONS, type Algorithm, type Operation } from './algorithms.ts';

const WITH_ALGORITHM = OPERATIONS.filter((operation) => operation !== 'random');
const WITH_ENCODING: readonly Operation[] = ['hash', 'hmac', 'sign', 'verify', 'random'];
const JWT: readonly Operation[] = ['jwt-sign', 'jwt-verify'];

const show = (operation: Operation | readonly Operation[]) => ({ 'x-show': { operation } });

export const descriptor = defineComponent({
  type: 'crypto',
  title: 'Crypto',
  description: 'Hashes, signs and verifies data and JSON Web Tokens, and generates random text.',
  category: 'data',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['operation'],
    properties: {
      operation: {
        type: 'string',
        title: 'Operation',
        enum: OPERATIONS,
        default: 'hash',
        'x-labels': {
          hash: 'Hash',
          hmac: 'HMAC',
          sign: 'Sign',
          verify: 'Verify a signature',
          'jwt-sign': 'Sign a JSON Web Token',
          'jwt-verify': 'Verify a JSON Web Token',
          random: 'Generate random text',
        },
      },
      algorithm: {
        type: 'string',
        title: 'Algorithm',
        description:
          'Default for Hash and HMAC: sha256. Required for signatures and tokens; it must fit the type of the key. ' +
          'Use sha1 and md5 only if another system needs them.',
        enum: ALGORITHMS,
        'x-labels': { sha1: 'sha1 (weak)', md5: 'md5 (weak)' },
        'x-choices': { of: 'operation', choices: ALGORITHMS_OF },
        ...show(WITH_ALGORITHM),
      },
      data: {
        type: 'string',
        title: 'Data',
        description: 'Text or a file. Other values are used as JSON text.',
        'x-control': 'template',
        ...show(['hash', 'hmac', 'sign', 'verify']),
      },
      payload: {
        type: 'object',
        title: 'Payload',
        description: 'The claims, such as sub. iat and exp are added unless you set them.',
        'x-control': 'json',
        additionalProperties: {},
        ...show('jwt-sign'),
      },
      token: {
        type: 'string',
        title: 'Token',
        'x-control': 'template',
        'x-template': 'text',
        ...show('jwt-verify'),
      },
      signature: {
        type: 'string',
        title: 'Signature',
        'x-control': 'template',
        'x-template': 'text',
        ...show('verify'),
      },
      secret: {
        type: 'string',
        title: 'Key',
        description: 'A secret with shared text (HMAC, HS256), or a key in PEM or JWK format.',
        minLength: 1,
        'x-reference': { kind: 'secret' },
        ...show(['hmac', 'sign', 'verify', 'jwt-sign', 'jwt-verify']),
      },
      encoding: {
        type: 'string',
        title: 'Encoding',
        enum: ['hex', 'base64', 'base64url'],
        default: 'hex',
        'x-labels': { hex: 'Hex', base64: 'Base64', base64url: 'Base64url' },
        ...show(WITH_ENCODING),
      },
      expiresInSeconds: {
        type: 'integer',
        title: 'Expires in (seconds)',
        minimum: 1,
        maximum: 315_360_000,
        default: 3_600,
        ...show('jwt-sign'),
      },
      issuer: {
        type: 'string',
        title: 'Issuer',
        'x-control': 'template',
        'x-template': 'text',
        ...show(JWT),
      },
      audience: {
        type: 'string',
        title: 'Audience',
        'x-control': 'template',
        'x-template': 'text',
        ...show(JWT),
      },
      bytes: {
        type: 'integer',
        title: 'Bytes',
        minimum: 1,
        maximum: 1_024,
        default: 32,
        ...show('random'),
      },
    },
  },
  hasEffect: false,
  produces: { name: 'result', shapeOf: ({ operation }) => SHAPES[String(operation)] ?? { type: 'TEXT' } },
  checkConfig,
});

/** The types of results that are not text. Claims have no declared names, so a verified token is JSON. */
const SHAPES: Readonly<Record<string, ValueShape>> = { verify: { type: 'BOOLEAN' }, 'jwt-verify': { type: 'JSON' } };

/** Checks that the fields that the operation needs exist, and that the algorithm belongs to the operation. */
function checkConfig(config: JsonObject): ConfigProblem[] {
  const operation = OPERATIONS.find((one) => one === config.operation);
  if (operation === undefined) return [];
  const isAbsent = (field: string): boolean => config[field] === undefined || config[field] === '';
  const needed = [...NEEDED_BY[operation]];
  if (['sign', 'verify', 'jwt-sign', 'jwt-verify'].includes(operation)) needed.unshift('algorithm');
  const missing = needed
    .filter(isAbsent)
    .map((field) => ({ pointer: `/${field}`, field, rule: `is required with ${operation}` }));
  const { algorithm } = config;
  const fitting = ALGORITHMS_OF[operation];
  const isOther = fitting.length > 0 && typeof algorithm === 'string' && !fitting.includes(algorithm as Algorithm);
  if (!isOther) return missing;
  return [...missing, { pointer: '/algorithm', field: 'algorithm', rule: `must be one of ${fitting.join(', ')}` }];
}
