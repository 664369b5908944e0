import type { People } from '@workflow/session-store';
import { hashPassword } from '../passwords/password-hash.ts';

export interface FirstAdminRequest {
  organizationName: string;
  name: string;
  email: string;
  /** Null if the person signs in at the issuer. */
  password: string | null;
}

/**
 * `exists`: there is a user already. `busy`: another request of this replica is creating the first admin at the moment.
 */
export type FirstAdminOutcome = 'made' | 'exists' | 'busy';

/**
 * Creates the first admin and their organization. Anybody may request this while there is no user, and each try takes a
 * tenth of a second to hash its password. Therefore a replica handles one request at a time, and the store accepts only
 * one of several replicas.
 */
export function firstAdminMaker(people: People): (request: FirstAdminRequest) => Promise<FirstAdminOutcome> {
  let isBusy = false;
  return async ({ password, ...admin }) => {
    if (isBusy) return 'busy';
    isBusy = true;
    try {
      // This is checked before the costly hash, and again under a lock by the store.
      if (await people.anyUser()) return 'exists';
      const made = await people.createFirstAdmin({
        ...admin,
        passwordHash: password === null ? null : await hashPassword(password),
      });
      return made ? 'made' : 'exists';
    } finally {
      isBusy = false;
    }
  };
}
