import { APIError } from 'better-auth/api';
import { organization } from 'better-auth/plugins/organization';
import { adminAc, memberAc } from 'better-auth/plugins/organization/access';
import type { AuthConfig } from '../auth-config.ts';

/** The number of invitations that the library reads, of which it counts the open ones. */
const MAX_READ_INVITATIONS = 100;

/** Returns the library's plug-in for organizations, members and invitations. */
export function organizations({ invitationLifetimeMs }: Pick<AuthConfig, 'invitationLifetimeMs'>, maxMembers: number) {
  return organization({
    creatorRole: 'admin',
    roles: { admin: adminAc, member: memberAc },
    disableOrganizationDeletion: true,
    membershipLimit: maxMembers,
    invitationLimit: Math.min(maxMembers, MAX_READ_INVITATIONS),
    invitationExpiresIn: Math.floor(invitationLifetimeMs / 1_000),
    cancelPendingInvitationsOnReInvite: true,
    // No mail proves the address. Everyone to whom an admin gave the unguessable id may join.
    requireEmailVerificationOnInvitation: false,
  });
}

/** Returns the library's answer to a change that would leave an organization without an admin. */
export function lastAdminRefusal(): APIError {
  return new APIError('BAD_REQUEST', {
    message: 'You cannot leave the organization as the only owner',
    code: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
  });
}
