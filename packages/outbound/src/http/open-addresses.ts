import type { LookupAddress } from 'node:dns';
import { StepFailure } from '@workflow/workflow-model';
import type { AllowedAddresses } from './address-policy.ts';
import { isAddressAllowed } from './address-policy.ts';
import { isUnknownName, type ResolveHost } from './resolve-host.ts';

/**
 * Returns the IP addresses of a host that workflows may reach. A name that does not exist has none, like a name with
 * only private ones. Otherwise workflows could find out which names exist in the operator's network.
 */
export async function openAddresses(
  hostname: string,
  allowed: AllowedAddresses,
  resolveHost: ResolveHost,
): Promise<LookupAddress[]> {
  try {
    const addresses = await resolveHost(hostname);
    return addresses.filter(({ address }) => isAddressAllowed(address, hostname, allowed));
  } catch (error) {
    if (isUnknownName(error) && !allowed.hosts.has(hostname.toLowerCase())) return [];
    throw error;
  }
}

/** Creates the failure for a host without an IP address that workflows may reach. */
export function refused(host: string): StepFailure {
  return new StepFailure('ADDRESS_REFUSED', `${host} has no address that workflows may reach (HTTP_ALLOWED_ADDRESSES)`);
}
