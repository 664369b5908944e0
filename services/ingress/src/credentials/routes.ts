import type { Route } from '../http/define-route.ts';
import { createCredential } from './create-credential.ts';
import { deleteCredential } from './delete-credential.ts';
import { listCredentials } from './list-credentials.ts';
import { readCredential } from './read-credential.ts';
import { replaceCredential } from './replace-credential.ts';
import { testCredential } from './test-credential.ts';

/** What components sign in elsewhere with. */
export const credentialsRoutes: readonly Route[] = [
  createCredential,
  listCredentials,
  readCredential,
  replaceCredential,
  deleteCredential,
  testCredential,
];
