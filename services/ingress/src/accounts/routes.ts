import { routesOf } from '../http/define-route.ts';
import { acceptInvitation } from './invitations/accept-invitation.ts';
import { completePasswordReset } from './passwords/complete-password-reset.ts';
import { answerDeviceSignIn } from './devices/answer-device-sign-in.ts';
import { authorizeDevice } from './devices/authorize-device.ts';
import { issueDeviceKey } from './devices/issue-device-key.ts';
import { readDeviceSignIn } from './devices/read-device-sign-in.ts';
import { revokeDeviceKey } from './devices/revoke-device-key.ts';
import { endSignIn } from './sign-ins/end-sign-in.ts';
import { listSignIns } from './sign-ins/list-sign-ins.ts';
import { readAccount } from './read-account.ts';
import { readCaller } from './read-caller.ts';
import { readInvitation } from './invitations/read-invitation.ts';
import { readSetup } from './first-admin/read-setup.ts';
import { requestPasswordReset } from './passwords/request-password-reset.ts';
import { resetMemberPassword } from './passwords/reset-member-password.ts';
import { setUp } from './first-admin/set-up.ts';

/** Routes for people: setup, invitations, sign-ins, passwords. */
export const accountsRoutes = routesOf('Account', {
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
  authorizeDevice,
  issueDeviceKey,
  revokeDeviceKey,
  readDeviceSignIn,
  answerDeviceSignIn,
});
