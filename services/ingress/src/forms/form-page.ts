import { randomBytes } from 'node:crypto';
import type { RouteReply } from '../http/define-route.ts';
import { askedFieldsHtml, EMPTY_FORM, type FormState } from '../pages/asked-fields-html.ts';
import { attribute, markup } from '../pages/html.ts';
import { pageReply } from '../pages/page-reply.ts';
import { wrongAnswersHtml } from '../pages/wrong-answers-html.ts';
import type { OpenedForm } from './find-form.ts';

/** Names one page that was shown: of what is sent with it, the first starts a session. */
export const TOKEN_NAME = '_form';
const TOKEN_BYTES = 18;
const TOKEN = /^[A-Za-z0-9_-]{24}$/;
/** A name that programs which fill in everything fill in, and people do not see. */
const TRAP_NAMES = ['website', 'homepage', '_website'];

/** The name of the hidden field: none that the form has itself. */
export function trapNameOf({ settings: { fields } }: Pick<OpenedForm, 'settings'>): string {
  return TRAP_NAMES.find((name) => !fields.some(({ key }) => key === name)) ?? '_trap';
}

/** The name of the page that a form was sent with; null: it was sent without one. */
export function readToken(sent: string | undefined): string | null {
  return sent !== undefined && TOKEN.test(sent) ? sent : null;
}

/** The form, empty or with what was sent and is wrong. */
export function formPage(form: OpenedForm, state: FormState = EMPTY_FORM): RouteReply {
  const { settings, organizationName, member } = form;
  const { title, description = '', fields, submitText } = settings;
  const isWrong = state.problems.size > 0;
  const token = readToken(state.sent.get(TOKEN_NAME)?.at(-1)) ?? randomBytes(TOKEN_BYTES).toString('base64url');
  const trap = trapNameOf(form);
  const withFiles = fields.some((field) => JSON.stringify(field).includes('"FILE"'));
  const body = markup`<h1>${title}</h1>
${description !== '' && markup`<p class="message">${description}</p>`}
${isWrong && wrongAnswersHtml(fields, state)}
<form method="post" novalidate${attribute('enctype', withFiles && 'multipart/form-data')}>
<input type="hidden" name="${TOKEN_NAME}" value="${token}">
${askedFieldsHtml(fields, state)}
<div class="trap" aria-hidden="true"><label for="trap">Leave this empty</label>
<input id="trap" name="${trap}" tabindex="-1" autocomplete="off"></div>
${member !== null && markup`<p class="soft">You send this as ${member.email}.</p>`}
<div class="buttons"><button class="first">${submitText}</button></div>
</form>`;
  return pageReply(isWrong ? 400 : 200, { title: isWrong ? `Error: ${title}` : title, organizationName, body });
}

export function thanksPage({ settings, organizationName }: OpenedForm, thanks: string): RouteReply {
  const { title } = settings;
  const body = markup`<h1>${title}</h1>
<p class="message" role="status">${thanks}</p>`;
  return pageReply(200, { title, organizationName, body });
}
