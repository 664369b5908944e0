export { beginSignIn, createOAuthClient } from './oauth-client.ts';
export type { BegunSignIn, OAuthClient } from './oauth-client.ts';
export { tokenTimes } from './token-times.ts';
export type { OAuthServer, TokenOutcome, Tokens } from './tokens.ts';
