import type { AskedApproval, FoundApproval } from '@workflow/session-store';
import type { AppContext } from '../context.ts';
import type { RouteReply } from '../http/define-route.ts';
import { askedFieldsHtml, EMPTY_FORM, problemSentence, type FormState } from '../pages/asked-fields-html.ts';
import { attribute, markup, type Html } from '../pages/html.ts';
import { noticePage, pageReply, storedPageReply } from '../pages/page-reply.ts';
import type { StoredPages } from '../pages/stored-pages.ts';
import { wrongAnswersHtml } from '../pages/wrong-answers-html.ts';
import type { ApprovalState } from './approval-states.ts';

interface Shown {
  found: FoundApproval;
  /** The member who is signed in to decide, or null if no sign-in is required. */
  member: string | null;
  /** The sent values that are invalid. */
  form?: FormState;
}

/** Returns the page of an approval in any state. `refused` is set if a decision was sent that cannot be accepted. */
export async function approvalPage(
  { pages }: Pick<AppContext, 'pages'>,
  state: ApprovalState,
  shown: Shown,
  { isRefused = false } = {},
): Promise<RouteReply> {
  const { organizationName } = shown.found;
  switch (state.kind) {
    case 'open':
      return shown.form === undefined ? openPage(pages, state.asked, shown) : wrongPage(state.asked, shown, shown.form);
    case 'decided':
      return decidedPage(state, shown, isRefused ? 410 : 200);
    case 'not-asked':
      return noticePage(isRefused ? 409 : 200, { ...NOT_ASKED, organizationName });
    case 'over':
      return noticePage(410, { ...(state.reason === 'timed-out' ? TOO_LATE : OVER), organizationName });
  }
}

const NOT_ASKED = {
  title: 'Not asked yet',
  text: 'The workflow has not reached this decision yet. Open the page again later.',
};
const TOO_LATE = { title: 'Too late', text: 'The approval timed out. The workflow continued without a decision.' };
const OVER = { title: 'No longer needed', text: 'The workflow ended, was restarted or took another path.' };

/**
 * The default button of a form is its first one. This one is disabled, so that the Enter key in a field sends nothing.
 */
const NO_DEFAULT = markup`<button type="submit" disabled hidden></button>`;

function openPage(pages: StoredPages, asked: AskedApproval, shown: Shown): Promise<RouteReply> {
  const { title, id, createdAt } = asked;
  const { organizationId, organizationName, workflowName } = shown.found;
  return storedPageReply(pages, 200, {
    key: `approval ${id}`,
    version: JSON.stringify([createdAt, organizationName, workflowName]),
    organizationId,
    page: () => ({ title, organizationName, body: beginning(asked, shown, EMPTY_FORM) }),
    end: ending(asked, shown, EMPTY_FORM),
  });
}

function wrongPage(asked: AskedApproval, shown: Shown, form: FormState): RouteReply {
  const { organizationName } = shown.found;
  const body = markup`${beginning(asked, shown, form)}${ending(asked, shown, form)}`;
  return pageReply(400, { title: `Error: ${asked.title}`, organizationName, body });
}

/** Returns the beginning of the page, which is the same for everyone. */
function beginning(asked: AskedApproval, { found }: Shown, form: FormState): Html {
  const { title, fields, expiresAt } = asked;
  return markup`<h1>${title}</h1>
${form.problems.size > 0 && wrongAnswersHtml(fields, form, OTHER_CONTROLS)}
${about(asked, found)}
<p class="soft">Please decide by ${time(expiresAt)}.</p>
<form method="post" novalidate>
${NO_DEFAULT}
${askedFieldsHtml(fields, form)}`;
}

function ending({ choices }: AskedApproval, { member }: Shown, form: FormState): Html {
  return markup`
<div class="field"><label for="comment">Comment <span class="soft">(optional)</span></label>
<textarea id="comment" name="comment" rows="2"${wrongness('comment', form)}>
${form.sent.get('comment')?.at(-1) ?? ''}</textarea>${problemHtml('comment', form)}</div>
${member === null ? nameHtml(form) : markup`<p class="soft">Signed in as ${member}.</p>`}
<div class="buttons" id="choice" role="group" aria-label="Your decision">${choices.map(
    (choice, index) =>
      markup`<button name="choice" value="${choice}"${attribute('class', index === 0 && 'first')}>
${choiceHtml(choice)}</button>`,
  )}</div>
</form>`;
}

function nameHtml(form: FormState): Html {
  return markup`<div class="field"><label for="by">Your name <span class="soft">(optional)</span></label>
<input id="by" name="by" autocomplete="name" value="${form.sent.get('by')?.at(-1) ?? ''}"${wrongness('by', form)}>
${problemHtml('by', form)}</div>`;
}

/** Controls in addition to the fields that the approval asks for. */
const OTHER_CONTROLS = [
  { path: 'comment', label: 'Comment', id: 'comment' },
  { path: 'by', label: 'Your name', id: 'by' },
  { path: 'choice', label: 'Your choice', id: 'choice' },
];

function wrongness(name: string, { problems }: FormState): Html | false {
  return problems.has(name) && markup` aria-invalid="true" aria-describedby="${name}-wrong"`;
}

function problemHtml(name: string, { problems }: FormState): Html | false {
  const problem = problems.get(name);
  return problem !== undefined && markup`<p class="wrong" id="${name}-wrong">${problemSentence(problem)}</p>`;
}

function decidedPage(
  { asked, decision }: Extract<ApprovalState, { kind: 'decided' }>,
  { found }: Shown,
  status: number,
): RouteReply {
  const { title } = asked;
  const { choice, comment, by, at } = decision;
  const body = markup`<h1>${title}</h1>
${about(asked, found)}
<p role="status"><strong>Decision: ${choiceHtml(choice)}</strong></p>
<dl><dt>By</dt><dd>${by ?? 'Anonymous'}</dd>
<dt>At</dt><dd>${time(at.toISOString())}</dd>
${comment !== null && markup`<dt>Comment</dt><dd>${comment}</dd>`}</dl>`;
  return pageReply(status, { title: `Decided: ${title}`, organizationName: found.organizationName, body });
}

function about({ message, createdAt }: AskedApproval, { organizationName, workflowName }: FoundApproval): Html {
  return markup`${message !== '' && markup`<p class="message">${message}</p>`}
<p class="soft">Requested by ${organizationName} (workflow ${workflowName}) on ${time(createdAt)}</p>`;
}

/** Returns the control for a choice. The style shows its first letter in upper case. */
function choiceHtml(choice: string): Html {
  return markup`<span class="choice">${choice}</span>`;
}

/** Created for the first page, because it reads the data of all locales, which takes 15 MiB. */
let format: Intl.DateTimeFormat | undefined;

/** Without scripts the reader's time zone is unknown. */
function time(iso: string): Html {
  format ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return markup`<time datetime="${iso}">${format.format(new Date(iso))} UTC</time>`;
}
