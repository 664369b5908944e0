import type { People } from '@workflow/session-store';
import { hashPassword } from '../passwords/password-hash.ts';

export interface FirstAdminRequest {
  organizationName: string;
  name: string;
  email: string;
  password: string;
}

/** `exists`: there is a user already. `busy`: another request of this replica is making the first admin just now. */
export type FirstAdminOutcome = 'made' | 'exists' | 'busy';

/**
 * Makes the first admin and their organization. Anybody may ask for it as long as there is no user, and each try costs
 * a tenth of a second to hash its password, so one at a time is made; of several replicas the store lets one through.
 */
export function firstAdminMaker(people: People): (request: FirstAdminRequest) => Promise<FirstAdminOutcome> {
  let isBusy = false;
  return async ({ password, ...admin }) => {
    if (isBusy) return 'busy';
    isBusy = true;
    try {
      // Asked before the costly hash, and again under a lock by the store.
      if (await people.anyUser()) return 'exists';
      const made = await people.createFirstAdmin({ ...admin, passwordHash: await hashPassword(password) });
      return made ? 'made' : 'exists';
    } finally {
      isBusy = false;
    }
  };
}
