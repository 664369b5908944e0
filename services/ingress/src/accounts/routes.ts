import type { Route } from '../http/define-route.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { completePasswordReset } from './complete-password-reset.ts';
import { endSignIn } from './end-sign-in.ts';
import { listSignIns } from './list-sign-ins.ts';
import { readAccount } from './read-account.ts';
import { readCaller } from './read-caller.ts';
import { readInvitation } from './read-invitation.ts';
import { readSetup } from './read-setup.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetMemberPassword } from './reset-member-password.ts';
import { setUp } from './set-up.ts';

/** People: set-up, invitations, sign-ins, passwords. */
export const accountsRoutes: readonly Route[] = [
  readSetup,
  setUp,
  readInvitation,
  acceptInvitation,
  requestPasswordReset,
  completePasswordReset,
  readCaller,
  readAccount,
  listSignIns,
  endSignIn,
  resetMemberPassword,
];
