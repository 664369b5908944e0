import type { IncomingMessage } from 'node:http';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';

/** Returns the signed-in person, or null if nobody is signed in. @throws ApiError as `UserAuthenticator.signedIn` */
export async function personOf({ accounts }: AppContext, message: IncomingMessage) {
  try {
    return await accounts.users.signedIn(message);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UNAUTHORIZED') return null;
    throw error;
  }
}
