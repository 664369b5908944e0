const MAX_TEXT_LENGTH = 1_000;
const MAX_SECRET_LENGTH = 16_384;
const MAX_URL_LENGTH = 2_000;
const MAX_HOSTS = 50;
const MAX_SCOPES = 100;
const MAX_CERTIFICATE_LENGTH = 65_536;

/** Matches a host name. Internal names may contain underscores. */
const NAME = '[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?';
const VISIBLE = '^[\\x20-\\x7e]+$';

/** A name or an address, never a path: sockets in the file system are not allowed. */
export const host = {
  type: 'string',
  title: 'Host',
  description: 'A name or an address.',
  maxLength: 253,
  pattern: `^(?:${NAME}|[0-9A-Fa-f]*:[0-9A-Fa-f:.]+)$`,
  'x-message': 'must be a name or an address, without a scheme, port or path',
  'x-destination': true,
} as const;

export const port = { type: 'integer', title: 'Port', minimum: 1, maximum: 65_535, 'x-destination': true } as const;

/** The encryption of a connection to a mail server. */
export const mailTls = {
  type: 'string',
  title: 'Encryption',
  enum: ['none', 'starttls', 'implicit'],
  'x-labels': {
    none: 'None',
    starttls: 'STARTTLS (port 587 or 143)',
    implicit: 'TLS (port 465 or 993)',
  },
  'x-destination': true,
} as const;

/** The encryption of a connection to a database. */
export const databaseTls = {
  type: 'string',
  title: 'Encryption',
  enum: ['none', 'require', 'verify-full'],
  'x-labels': {
    none: 'None',
    require: 'TLS, certificate not checked',
    'verify-full': 'TLS, certificate checked',
  },
  default: 'verify-full',
  'x-destination': true,
} as const;

export const certificates = {
  type: 'string',
  title: 'Certificates (PEM)',
  description: 'Certificate authorities to trust instead of the public ones, if the certificate is checked.',
  maxLength: MAX_CERTIFICATE_LENGTH,
  pattern: '^\\s*-----BEGIN CERTIFICATE-----[\\s\\S]+-----END CERTIFICATE-----\\s*$',
  'x-message': 'must be certificates in PEM form',
  'x-multiline': true,
  'x-destination': true,
} as const;

export const user = { type: 'string', title: 'User', minLength: 1, maxLength: MAX_TEXT_LENGTH } as const;
export const password = {
  type: 'string',
  title: 'Password',
  minLength: 1,
  maxLength: MAX_SECRET_LENGTH,
  writeOnly: true,
} as const;

/** A secret that is sent in a header (RFC 9110 §5.5). */
export const headerSecret = {
  type: 'string',
  minLength: 1,
  maxLength: MAX_SECRET_LENGTH,
  pattern: VISIBLE,
  'x-message': 'must be visible ASCII characters and spaces',
  writeOnly: true,
} as const;

/** The name of a header (RFC 9110 §5.6.2). */
export const headerName = {
  type: 'string',
  title: 'Header',
  maxLength: 100,
  pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$",
  'x-message': 'must be the name of a header',
  'x-destination': true,
} as const;

export const url = {
  type: 'string',
  maxLength: MAX_URL_LENGTH,
  pattern: '^https?://[^\\s/?#@\\\\]+(?:[/?][^\\s#]*)?$',
  'x-message': 'must be an http or https URL without a user, a password or a fragment',
  'x-destination': true,
} as const;

export const text = { type: 'string', minLength: 1, maxLength: MAX_TEXT_LENGTH } as const;

export const scopes = {
  type: 'array',
  title: 'Scopes',
  maxItems: MAX_SCOPES,
  uniqueItems: true,
  items: {
    type: 'string',
    maxLength: 500,
    // The characters of a scope (RFC 6749 §3.3).
    pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$',
    'x-message': 'must be a scope without spaces',
  },
} as const;

/** The hosts that HTTP credentials may be sent to, and the URL of their test. */
export const httpFields = {
  hosts: {
    type: 'array',
    title: 'Hosts',
    description:
      'The hosts that may receive it: names without a port, and *.example.com for all below a name. If empty, any ' +
      'host, but not on a redirect to another one.',
    minItems: 1,
    maxItems: MAX_HOSTS,
    uniqueItems: true,
    items: {
      type: 'string',
      maxLength: 253,
      pattern: `^(?:\\*\\.)?${NAME}$|^\\[[0-9A-Fa-f:.]+\\]$`,
      'x-message': 'must be a name without a port, such as api.example.com or *.example.com',
    },
    'x-destination': true,
  },
  testUrl: {
    ...url,
    title: 'URL to test with',
    description: 'Test sends a GET request to it. If empty, Test sends nothing.',
  },
} as const;
