import type { IncomingMessage } from 'node:http';
import { compileShownText } from '@workflow/validation';
import type { JsonObject } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { clientNetwork } from '../http/addresses/client-address.ts';
import { toApiError } from '../http/answers/answer.ts';
import { defineRoute, type RouteReply, type RouteRequest } from '../http/define-route.ts';
import { originOf } from '../http/origin-of.ts';
import { noticePage, pageResponse, prefersPage } from '../pages/page-reply.ts';
import { readAskedFields } from '../pages/read-asked-fields.ts';
import { FORM_TYPE } from '../pages/read-sent-form.ts';
import { describeSubmission, submittedValues } from './describe-submission.ts';
import { formParams, formPath, openForm, type OpenedForm } from './find-form.ts';
import { readToken, thanksPage, TOKEN_NAME, trapNameOf, wrongFormPage } from './form-page.ts';
import { readSubmission, type Submission } from './read-submission.ts';

/**
 * Returns a refusal as a page, for clients that prefer pages.
 * @throws the error for all other clients, and if the caller did not cause it
 */
function pageOfError(message: IncomingMessage, error: unknown): RouteReply {
  const refusal = toApiError(error);
  if (!prefersPage(message) || refusal.status >= 500) throw error;
  const wait = refusal.headers['Retry-After'];
  const text = wait === undefined ? `${refusal.message}.` : `Too many requests. Try again in ${wait} seconds.`;
  const page = noticePage(refusal.status, { title: 'Not accepted', text });
  return { ...page, headers: { ...page.headers, ...refusal.headers } };
}

type Request = RouteRequest<{ formId: string }, unknown, unknown>;

/** Starts one session for each form that is sent (contract §10.3). */
export const submitForm = defineRoute({
  method: 'POST',
  path: formPath,
  summary: 'Send a form, which starts a session',
  description:
    'The fields by their keys, those of an object dotted; files as parts of `multipart/form-data`. Of what is sent ' +
    'with one `_form`, which each page has, the first starts a session.',
  security: { kind: 'address' },
  params: formParams,
  body: {},
  bodyTypes: [FORM_TYPE, 'multipart/form-data'],
  bodyExample: { name: 'Ada', 'order.id': '42' },
  responses: {
    200: pageResponse('Thanks: the session is committed and will run.'),
    303: { description: 'To the sign-in, where the form is for members of the organization.' },
    400: pageResponse('The form again, with what is wrong.'),
    401: { description: 'The form is for members of the organization.' },
    403: pageResponse('The signed-in person is not a member of the organization.'),
    404: pageResponse('There is no such form, or its workflow is not published.'),
    429: pageResponse('A rate limit of the form, of the address or of the organization.'),
  },
  async handler(context, request) {
    try {
      return await submit(context, request);
    } catch (error) {
      return pageOfError(request.message, error);
    }
  },
});

async function submit(context: AppContext, request: Request): Promise<RouteReply> {
  const { message } = request;
  const opened = await openForm(context, request);
  if ('reply' in opened) return opened.reply;
  const { page: form } = opened;
  await takeTurn(context, form, clientNetwork(message));
  const submission = await readSubmission(context, request, form);
  let isAccepted = false;
  try {
    const reply = await start(context, request, form, submission);
    ({ isAccepted } = reply);
    return reply.reply;
  } finally {
    if (!isAccepted) await context.files.discard(form.organizationId, submission.fileIds);
  }
}

/** Starts the session of a form, or answers with its problems. */
async function start(
  context: AppContext,
  request: Request,
  form: OpenedForm,
  { sent, files, length }: Submission,
): Promise<{ reply: RouteReply; isAccepted: boolean }> {
  if ((sent.get(trapNameOf(form))?.at(-1) ?? '') !== '') return { reply: await thanks(form, {}), isAccepted: false };
  const { values: filled, problems } = readAskedFields(form.settings.fields, sent, files);
  if (problems.size > 0) return { reply: wrongFormPage(form, { sent, problems }), isAccepted: false };
  const values = submittedValues(form, filled);
  const session = await describeSubmission(context, form, values, readToken(sent.get(TOKEN_NAME)?.at(-1)));
  session.origin = originOf(request);
  await context.runLimits.take(form.organizationId, null, length);
  const outcome = await context.intake.accept(session);
  request.exchange.sessionId = outcome.kind === 'accepted' ? session.id : outcome.sessionId;
  return { reply: await thanks(form, filled), isAccepted: outcome.kind !== 'replayed' };
}

/**
 * Takes a turn of the rate limits. A form that is refused because of its IP address does not count towards the form's
 * limit, which is shared by everybody.
 * @throws ApiError TOO_MANY_REQUESTS
 */
async function takeTurn(
  { rateLimits, config }: AppContext,
  { pageId, settings: { rateLimit } }: OpenedForm,
  network: string,
): Promise<void> {
  const perMinute = config.limits.formPostsPerMinutePerAddress;
  await rateLimits.require('form-address', `${pageId}:${network}`, { perMinute });
  if (rateLimit !== undefined) await rateLimits.require('form', pageId, rateLimit);
}

const THANKS = 'Thank you.';

async function thanks(form: OpenedForm, filled: JsonObject): Promise<RouteReply> {
  const { output } = form.start.component;
  const values = output === undefined ? {} : { [output]: { ...filled, submittedBy: form.member?.email ?? null } };
  try {
    const text = await compileShownText(form.settings.thanks);
    return thanksPage(form, await text(values));
  } catch {
    // The session is committed, so the answer is a success whatever the page shows.
    return thanksPage(form, THANKS);
  }
}
