/** The scopes of a program's key. */
export const KEY_SCOPES = ['run', 'read', 'manage'] as const;

export const keyScopes = {
  type: 'array',
  items: { type: 'string', enum: KEY_SCOPES },
  minItems: 1,
  maxItems: KEY_SCOPES.length,
  uniqueItems: true,
} as const;
