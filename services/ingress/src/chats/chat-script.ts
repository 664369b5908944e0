/**
 * The script of the chat page. It sends messages, shows text as it arrives, and resumes a conversation after a reload
 * or a broken connection. All text is inserted as text, never as HTML.
 */
export const CHAT_SCRIPT = `
'use strict';
const log = document.querySelector('.log');
const messages = document.querySelector('.messages');
const status = document.querySelector('.status');
const form = document.querySelector('.ask');
const input = form.querySelector('textarea');
const [send, restart] = form.querySelectorAll('button');
const place = location.pathname.replace(/\\/$/, '');
const LOOK_MS = 1500;
let conversationId = null;
try { conversationId = sessionStorage.getItem(place); } catch { /* Without storage, a reload begins again. */ }

function remember(id) {
  conversationId = id;
  try {
    if (id === null) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, id);
  } catch { /* As above. */ }
}
function show(role, text) {
  const item = document.createElement('li');
  item.className = role;
  item.textContent = text;
  messages.append(item);
  item.scrollIntoView({ block: 'end' });
  return item;
}
function note(text, isBad) {
  status.textContent = text;
  status.className = isBad ? 'status bad' : 'status';
}
function work(isBusy) {
  send.disabled = isBusy;
  restart.disabled = isBusy;
  log.setAttribute('aria-busy', String(isBusy));
  if (isBusy) note('Working on an answer. You can close this page and return to it.');
}
function wordsOf(output) {
  if (typeof output === 'string') return output;
  if (output === null || output === undefined) return '';
  return typeof output.text === 'string' ? output.text : JSON.stringify(output, null, 2);
}
async function resume() {
  if (conversationId === null) return;
  work(true);
  let wasOpen = false;
  for (;;) {
    let read = null;
    try {
      const answer = await fetch(place + '/conversations/' + encodeURIComponent(conversationId));
      if (answer.status === 404) {
        remember(null);
        messages.replaceChildren();
        work(false);
        return note('');
      }
      if (answer.ok) read = await answer.json();
    } catch { /* Another look follows. */ }
    if (read !== null) {
      messages.replaceChildren();
      for (const message of read.messages) show(message.role, message.text);
      if (!read.underWay) {
        work(false);
        const isOpen = read.messages.length > 0 && read.messages.at(-1).role === 'user';
        return isOpen ? note('There is no answer. Please try again.', true) : note('');
      }
      wasOpen = true;
    } else note(wasOpen ? 'The connection is interrupted. Trying again.' : 'Connecting.');
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split('\\n\\n');
    rest = parts.pop();
    for (const part of parts) {
      const lines = part.split('\\n');
      const name = lines.find((line) => line.startsWith('event: '));
      const data = lines.find((line) => line.startsWith('data: '));
      if (name && data) yield [name.slice(7), JSON.parse(data.slice(6))];
    }
  }
}
async function ask(text) {
  note('');
  const question = show('user', text);
  work(true);
  let answer;
  try {
    answer = await fetch(place + '/messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(conversationId === null ? { message: text } : { message: text, conversationId }),
    });
  } catch {
    return refused(question, text, 'The message was not sent. Check your connection and try again.');
  }
  if (!answer.ok) {
    const wait = answer.headers.get('retry-after');
    if (answer.status === 404 && conversationId !== null) remember(null);
    return refused(question, text, answer.status === 429 && wait !== null
      ? 'Too many messages. Try again in ' + wait + ' seconds.'
      : answer.status === 401 ? 'Your sign-in has ended. Reload the page to sign in.'
      : 'The message was not accepted. Please try again.');
  }
  const bubble = show('assistant', '');
  const turns = new Map();
  try {
    for await (const [name, data] of eventsOf(answer.body)) {
      if (name === 'session') remember(data.conversationId);
      if (name === 'turn-restarted') turns.delete(data.componentId + ' ' + data.turn);
      if (name === 'text') {
        const turn = data.componentId + ' ' + data.turn;
        turns.set(turn, (turns.get(turn) || '') + data.text);
      }
      if (name === 'text' || name === 'turn-restarted') {
        bubble.textContent = [...turns.values()].join('\\n\\n');
        bubble.scrollIntoView({ block: 'end' });
      }
      if (name === 'done' && data.truncated !== true) return finish(bubble, data);
    }
  } catch { /* The conversation is read instead. */ }
  bubble.remove();
  return conversationId === null ? refused(question, text, 'The connection was lost.') : resume();
}
function finish(bubble, { status: state, output }) {
  work(false);
  note('');
  if (state === 'SUCCEEDED') {
    bubble.textContent = wordsOf(output);
    bubble.scrollIntoView({ block: 'end' });
  } else {
    bubble.remove();
    note('The answer failed. Please try again.', true);
  }
  input.focus();
}
function refused(question, text, why) {
  question.remove();
  if (input.value === '') input.value = text;
  work(false);
  note(why, true);
  input.focus();
}
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const text = input.value.trim();
  if (text === '' || send.disabled) return;
  input.value = '';
  void ask(text);
});
input.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit();
});
restart.addEventListener('click', () => {
  remember(null);
  messages.replaceChildren();
  note('');
  input.focus();
});
void resume();
`;
