import type { People } from '@workflow/session-store';
import { hashPassword } from '../passwords/password-hash.ts';

interface FirstAdminRequest {
  organizationName: string;
  name: string;
  email: string;
  /** Null if the person signs in at the issuer. */
  password: string | null;
}

/** `exists`: there is a user already. `busy`: another request of this replica is creating the first admin. */
type FirstAdminOutcome = 'made' | 'exists' | 'busy';

/**
 * Returns the function that creates the first admin and their organization. Anybody may call it while there is no user,
 * and each attempt takes a tenth of a second to hash its password. So a replica handles one request at a time, and the
 * store accepts only one of several replicas.
 */
export function firstAdminMaker(people: People): (request: FirstAdminRequest) => Promise<FirstAdminOutcome> {
  let isBusy = false;
  return async ({ password, ...admin }) => {
    if (isBusy) return 'busy';
    isBusy = true;
    try {
      // This check precedes the slow hash. The store checks again under a lock.
      if (await people.anyUser()) return 'exists';
      const isCreated = await people.createFirstAdmin({
        ...admin,
        passwordHash: password === null ? null : await hashPassword(password),
      });
      return isCreated ? 'made' : 'exists';
    } finally {
      isBusy = false;
    }
  };
}
