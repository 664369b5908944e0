export type * from './contract.ts';
export { credentialFrom, credentialKind, hashCredential, mintCredential, visiblePrefix, type CredentialKind, type MintedCredential } from './credential-format.ts';
export { manage } from './management.ts';
export { openSecret, sealSecret } from './secret-sealing.ts';
