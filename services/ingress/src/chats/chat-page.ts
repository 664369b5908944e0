import type { AppContext } from '../context.ts';
import type { RouteReply } from '../http/define-route.ts';
import { markup } from '../pages/html.ts';
import { pageProgram, storedPageReply } from '../pages/page-reply.ts';
import { CHAT_SCRIPT } from './chat-script.ts';
import { CHAT_STYLE } from './chat-style.ts';
import type { OpenedChat } from './find-chat.ts';

const PROGRAM = pageProgram(CHAT_STYLE, CHAT_SCRIPT);

/** Returns the page of a chat. Everything but the name of the visitor is rendered once for each version. */
export function chatPage({ pages }: Pick<AppContext, 'pages'>, chat: OpenedChat): Promise<RouteReply> {
  const { pageId, organizationId, organizationName, definition, settings, member } = chat;
  const { title, greeting = '' } = settings;
  return storedPageReply(pages, 200, {
    key: `chat ${pageId}`,
    version: `${definition.definitionId} ${organizationName}`,
    organizationId,
    program: PROGRAM,
    page: () => ({
      title,
      organizationName,
      body: markup`<h1>${title}</h1>
${greeting !== '' && markup`<p class="message">${greeting}</p>`}
<noscript><p class="alert">This chat needs JavaScript.</p></noscript>
<div class="log" role="log" aria-live="polite" aria-label="Messages"><ol class="messages"></ol></div>
<p class="status" role="status"></p>
<form class="ask">
<label class="hidden-label" for="message">Your message</label>
<textarea id="message" rows="1" maxlength="100000" placeholder="Your message" autocomplete="off"></textarea>
<div class="buttons"><button class="first">Send</button>
<button type="button">New conversation</button></div>
</form>`,
    }),
    end: markup`${member !== null && markup`<p class="soft">Signed in as ${member.email}.</p>`}`,
  });
}
