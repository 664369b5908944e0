import { randomBytes } from 'node:crypto';
import type { AppContext } from '../context.ts';
import type { RouteReply } from '../http/define-route.ts';
import { askedFieldsHtml, EMPTY_FORM, type FormState } from '../pages/asked-fields-html.ts';
import { attribute, markup, type Html } from '../pages/html.ts';
import { pageReply, storedPageReply } from '../pages/page-reply.ts';
import { wrongAnswersHtml } from '../pages/wrong-answers-html.ts';
import type { OpenedForm } from './find-form.ts';

/** The field with the token of one rendered page. The first form that is sent with a token starts a session. */
export const TOKEN_NAME = '_form';
const TOKEN_BYTES = 18;
const TOKEN = /^[A-Za-z0-9_-]{24}$/;
/** Names for the hidden field. People do not see it, but programs fill it in because they fill in every field. */
const TRAP_NAMES = ['website', 'homepage', '_website'];

/** Returns the name of the hidden field, which no field of the form has. */
export function trapNameOf({ settings: { fields } }: Pick<OpenedForm, 'settings'>): string {
  return TRAP_NAMES.find((name) => !fields.some(({ key }) => key === name)) ?? '_trap';
}

/** Returns the token of the page from which a form was sent, or null if there is none. */
export function readToken(sent: string | undefined): string | null {
  return sent !== undefined && TOKEN.test(sent) ? sent : null;
}

/** Returns the empty form, rendered once for each version of it. */
export function emptyFormPage({ pages }: Pick<AppContext, 'pages'>, form: OpenedForm): Promise<RouteReply> {
  const { pageId, organizationId, organizationName, definition, settings } = form;
  return storedPageReply(pages, 200, {
    key: `form ${pageId}`,
    version: `${definition.definitionId} ${organizationName}`,
    organizationId,
    page: () => ({ title: settings.title, organizationName, body: beginning(form, EMPTY_FORM) }),
    end: ending(form, EMPTY_FORM),
  });
}

/** Returns the form again, with the sent values and their problems. */
export function wrongFormPage(form: OpenedForm, state: FormState): RouteReply {
  const { settings, organizationName } = form;
  const body = markup`${beginning(form, state)}${ending(form, state)}`;
  return pageReply(400, { title: `Error: ${settings.title}`, organizationName, body });
}

/**
 * Returns the beginning of the form, which is the same for everyone. The hidden field precedes the files, so that no
 * file of such a form is stored.
 */
function beginning(form: OpenedForm, state: FormState): Html {
  const { title, description = '', fields } = form.settings;
  const withFiles = fields.some((field) => JSON.stringify(field).includes('"FILE"'));
  return markup`<h1>${title}</h1>
${description !== '' && markup`<p class="message">${description}</p>`}
${state.problems.size > 0 && wrongAnswersHtml(fields, state)}
<form method="post" novalidate${attribute('enctype', withFiles && 'multipart/form-data')}>
<div class="trap" aria-hidden="true"><label for="trap">Leave this empty</label>
<input id="trap" name="${trapNameOf(form)}" tabindex="-1" autocomplete="off"></div>
${askedFieldsHtml(fields, state)}`;
}

function ending({ settings, member }: OpenedForm, { sent }: FormState): Html {
  const token = readToken(sent.get(TOKEN_NAME)?.at(-1)) ?? randomBytes(TOKEN_BYTES).toString('base64url');
  return markup`
<input type="hidden" name="${TOKEN_NAME}" value="${token}">
${member !== null && markup`<p class="soft">Signed in as ${member.email}.</p>`}
<div class="buttons"><button class="first">${settings.submitText}</button></div>
</form>`;
}

export function thanksPage({ settings, organizationName }: OpenedForm, thanks: string): RouteReply {
  const { title } = settings;
  const body = markup`<h1>${title}</h1>
<p class="message" role="status">${thanks}</p>`;
  return pageReply(200, { title, organizationName, body });
}
