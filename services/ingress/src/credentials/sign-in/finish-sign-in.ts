import { findCredentialType } from '@workflow/credentials/descriptors';
import { tokenTimes, type Tokens } from '@workflow/outbound/oauth';
import type { BegunCredentialSignIn, CredentialView } from '@workflow/session-store';
import type { AppContext } from '../../context.ts';
import type { RouteReply } from '../../http/define-route.ts';
import { callbackPage } from './callback-page.ts';

interface FinishedSignIn {
  signIn: BegunCredentialSignIn;
  credential: CredentialView;
  /** The query with which the authorization server redirected the browser. */
  answered: URLSearchParams;
  person: { userId: string; email: string };
}

/** Exchanges the code for tokens, once, and shows the credential. */
export async function finishSignIn(context: AppContext, finished: FinishedSignIn): Promise<RouteReply> {
  const { store, oauth } = context;
  const { signIn, credential, answered } = finished;
  const { organizationId, credentialId } = signIn;
  const opened = await store.credentials.open(organizationId, credentialId, { isUse: false });
  const settings = opened === null ? undefined : findCredentialType(opened.type)?.oauth?.(opened.fields);
  if (opened === null || !settings || !(await store.credentials.takeSignIn(signIn)))
    return notDone(credential, 'the sign-in was started again, or the credential was deleted');
  const server =
    signIn.content.server ??
    (settings.resourceUrl === undefined
      ? { ...settings, clientSecret: String(opened.fields['clientSecret']) }
      : undefined);
  if (server === undefined) return notDone(credential, 'the credential was changed meanwhile. Start the sign-in again');
  const outcome = await oauth.client.exchangeCode(server, answered, signIn.content);
  switch (outcome.kind) {
    case 'tokens':
      return signedIn(context, finished, outcome.tokens);
    case 'failed':
      return notDone(credential, outcome.failure.message);
    default:
      return notDone(credential, outcome.reason);
  }
}

async function signedIn({ store }: AppContext, finished: FinishedSignIn, tokens: Tokens): Promise<RouteReply> {
  const { signIn, credential, person } = finished;
  const { organizationId, credentialId } = signIn;
  const { accessToken, refreshToken, signsIn, lifeSeconds } = tokens;
  const times = tokenTimes(lifeSeconds, Math.random());
  const { server, fields } = signIn.content;
  const place = { organizationId, credentialId, fields };
  const granted = { accessToken, refreshToken, signsIn, times, ...(server !== undefined && { server }) };
  const actor = { type: 'user', id: person.userId, name: person.email } as const;
  const { name, type } = credential;
  const entry = {
    action: 'credential.sign-in',
    targetType: 'credential',
    targetId: credentialId,
    detail: { name, type, begunBy: signIn.begunBy },
  };
  const isStored = await store.credentials.grants.writeSignedIn(place, granted, { actor, entry });
  if (!isStored) return notDone(credential, 'the credential was changed or deleted meanwhile. Start the sign-in again');
  await store.apps.organization(organizationId).readWith(credentialId);
  return { status: 303, text: '', headers: { Location: `/settings/credentials?signed-in=${credentialId}` } };
}

function notDone({ name }: CredentialView, reason: string): RouteReply {
  return callbackPage(400, { title: `Sign-in to ${name} failed`, text: `Reason: ${reason}.` });
}
