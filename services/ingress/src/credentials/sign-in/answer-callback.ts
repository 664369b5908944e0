import type { AppContext } from '../../context.ts';
import type { RouteReply, RouteRequest, RouteResponse } from '../../http/define-route.ts';
import { personOf } from '../../http/person-of.ts';
import { callbackPage } from './callback-page.ts';
import { callbackPath } from './callback-url.ts';
import { finishSignIn } from './finish-sign-in.ts';

const page = { schema: { type: 'string' }, contentType: 'text/html' } as const;
/** The responses of both routes of the callback. */
export const callbackResponses: Record<number, RouteResponse> = {
  200: { description: 'A page that asks to confirm what a key began.', ...page },
  303: { description: 'To the credentials, with the one that was signed in to; or to the page to sign in here first.' },
  400: { description: 'A page: the server refused, or nothing of the kind was begun.', ...page },
  403: { description: 'A page: another person, or another browser session, began it.', ...page },
};

/** Ends a sign-in for an admin of the organization, in the browser session that began it. */
export async function answerCallback(
  context: AppContext,
  request: Pick<RouteRequest<unknown, unknown, unknown>, 'message' | 'enterOrganization' | 'leaveTurn'>,
  search: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<RouteReply> {
  const { credentials, management } = context.store;
  const answered = new URLSearchParams(search);
  const signIn = await credentials.findSignIn(answered.get('state') ?? '');
  if (signIn === null) return callbackPage(400, { title: 'This sign-in has ended', text: OVER });
  await request.enterOrganization(signIn.organizationId);
  const person = await personOf(context, request.message);
  if (person === null) {
    const then = encodeURIComponent(`${callbackPath}?${search}`);
    return { status: 303, text: '', headers: { Location: `/sign-in?then=${then}` } };
  }
  const { role, secondFactorRequired } = await management.people.findMembership(person.userId, signIn.organizationId);
  if (role !== 'admin' || (secondFactorRequired && !person.hasSecondFactor))
    return callbackPage(403, { title: 'Admins only', text: NO_ADMIN });
  if (signIn.signInId !== null && signIn.signInId !== person.signInId)
    return callbackPage(403, { title: 'Started in another browser', text: ELSEWHERE });
  const credential = await credentials.organization(signIn.organizationId).find(signIn.credentialId);
  if (credential === null) return callbackPage(400, { title: 'This sign-in has ended', text: OVER });
  if (signIn.signInId === null && !isConfirmed)
    return callbackPage(200, {
      title: `Sign in to ${credential.name}?`,
      text:
        `The API key “${signIn.begunBy}” started this sign-in. If you continue, workflows of your organization will ` +
        'use the account that you just signed in with.',
      confirm: { label: 'Sign in', answered: search },
    });
  // The authorization server may need some time.
  request.leaveTurn();
  return finishSignIn(context, { signIn, credential, answered, person });
}

const OVER = 'It was already completed, or it started more than ten minutes ago. Start it again.';
const NO_ADMIN = 'Only an admin of the organization that owns the credential can complete this sign-in.';
const ELSEWHERE = 'Complete the sign-in in the browser where you started it, and stay signed in there. Start it again.';
