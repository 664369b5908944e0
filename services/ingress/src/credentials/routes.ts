import { routesOf } from '../http/define-route.ts';
import { createCredential } from './create-credential.ts';
import { deleteCredential } from './delete-credential.ts';
import { listCredentials } from './list-credentials.ts';
import { readCredential } from './read-credential.ts';
import { replaceCredential } from './replace-credential.ts';
import { authorizeCredential } from './sign-in/authorize-credential.ts';
import { confirmCallback } from './sign-in/confirm-callback.ts';
import { receiveCallback } from './sign-in/receive-callback.ts';
import { readClientDocument } from './sign-in/read-client-document.ts';
import { testCredential } from './test-credential.ts';

/** Routes for the credentials with which components sign in to other systems. */
export const credentialsRoutes = routesOf('Organization', {
  createCredential,
  listCredentials,
  readCredential,
  replaceCredential,
  deleteCredential,
  testCredential,
  authorizeCredential,
  receiveCredentialCallback: receiveCallback,
  confirmCredentialCallback: confirmCallback,
  readCredentialClient: readClientDocument,
});
