/** What the key of a program may do. */
export const keyScopes = {
  type: 'array',
  items: { type: 'string', enum: ['run', 'read', 'manage'] },
  minItems: 1,
  maxItems: 3,
  uniqueItems: true,
} as const;
