import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import {
  breakAnswer,
  expectFitFor,
  letAnswersBreak,
  log,
  messages,
  openChatPageLab,
  publishTool,
  send,
} from './chat-page-lab.ts';
import { describeInBrowser } from './browser.ts';
import { inviteMember, MEMBER, post } from './console-data.ts';

const PHONE = { width: 390, height: 844 };

describeInBrowser('The page of a chat', () => {
  let lab: Awaited<ReturnType<typeof openChatPageLab>>;
  beforeAll(async () => {
    lab = await openChatPageLab();
  });
  beforeEach(() => lab.server.forget());
  afterAll(() => lab?.stop());

  test('shows words as they arrive, and continues after a reload in the middle of an answer', async () => {
    const { context, leave } = await lab.app.open();
    const path = await lab.publishChat(context, { greeting: 'Hello.\nWhat can we do for you?' });
    await leave();
    const { page, context: guest, complaints } = await lab.app.open({ as: null, path, viewport: PHONE });
    await page.getByText('What can we do for you?').waitFor();
    await expectFitFor(page, 'chat-begin');
    const [held, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    lab.server.answers.push(
      { streamed: { pieces: ['Your order ', 'was sent ', 'on Monday.'], before: { 2: held.promise } } },
      { streamed: { pieces: ['It arrives ', 'tomorrow.'], before: { 1: second.promise } } },
    );
    await send(page, 'Where is my order A-1001? I have waited for it for quite some time now.');
    // These words are shown while the model still writes.
    await log(page).getByText('Your order was sent').waitFor();
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    await expectFitFor(page, 'chat-words');
    held.resolve();
    await log(page).getByText('Your order was sent on Monday.').waitFor();

    await send(page, 'When does it arrive?');
    await log(page).getByText('It arrives').waitFor();
    await page.reload();
    await log(page).getByText('When does it arrive?').waitFor();
    expect(await page.getByRole('status').textContent()).toContain('Working on an answer');
    second.resolve();
    await log(page).getByText('It arrives tomorrow.').waitFor();
    expect(await messages(page)).toEqual([
      ...['Where is my order A-1001? I have waited for it for quite some time now.', 'Your order was sent on Monday.'],
      ...['When does it arrive?', 'It arrives tomorrow.'],
    ]);
    await expectFitFor(page, 'chat-end');
    await page.getByRole('button', { name: 'New conversation' }).click();
    expect(await messages(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await guest.close();
  });

  test('continues when the connection breaks, and separates the turns of an agent', async () => {
    const { context, leave } = await lab.app.open();
    const tool = await publishTool(context, 'Find order');
    const path = await lab.publishChat(context, {}, { tools: [{ workflowId: tool }] });
    await leave();
    const { page, context: guest } = await lab.app.open({ as: null, path, viewport: PHONE });
    await letAnswersBreak(page);
    const held = Promise.withResolvers<void>();
    lab.server.answers.push(
      { streamed: { pieces: ['I look it up.'], calls: [{ tool: 'Find_order', arguments: { number: '7' } }] } },
      { streamed: { pieces: ['It was ', 'sent.'], before: { 1: held.promise } } },
    );
    await send(page, 'Where is order 7?');
    await log(page).getByText('It was').waitFor();
    expect((await messages(page)).at(-1)).toBe('I look it up.\n\nIt was ');
    await breakAnswer(page);
    await page.getByRole('status').getByText('Working on an answer').waitFor();
    await log(page).getByText('It was').waitFor({ state: 'detached' });
    held.resolve();
    await log(page).getByText('It was sent.', { exact: true }).waitFor();
    await guest.close();
  });
});

describeInBrowser('The page of a chat that waits for people', () => {
  let lab: Awaited<ReturnType<typeof openChatPageLab>>;
  beforeAll(async () => {
    lab = await openChatPageLab();
  });
  beforeEach(() => lab.server.forget());
  afterAll(() => lab?.stop());

  test('waits for an approval in the middle, reports a failed answer, and goes on afterwards', async () => {
    const { context, leave } = await lab.app.open();
    const refund = await publishTool(context, 'Refund');
    const path = await lab.publishChat(context, {}, { tools: [{ workflowId: refund, approval: true }] });
    const { page, context: guest } = await lab.app.open({ as: null, path, viewport: PHONE });
    lab.server.answers.push(
      { streamed: { pieces: ['A colleague checks this.'], calls: [{ tool: 'Refund', arguments: { number: '7' } }] } },
      { streamed: { pieces: ['Refunded.'] } },
      { status: 400 },
      { text: 'Gladly.' },
    );
    await send(page, 'I want my money back');
    await log(page).getByText('A colleague checks this.').waitFor();
    await expectFitFor(page, 'chat-approval');
    const approvals = async () =>
      ((await (await context.request.get('/v1/approvals')).json()) as { items: { id: string }[] }).items;
    const approval = await waitFor(async () => (await approvals())[0], { what: 'the approval' });
    const decided = await post(context, `/v1/approvals/${approval.id}`, { choice: 'approve' });
    expect(decided.status()).toBe(200);
    await log(page).getByText('Refunded.').waitFor();
    await send(page, 'Thank you');
    await page.getByRole('status').getByText('The answer failed. Please try again.').waitFor();
    await expectFitFor(page, 'chat-failed');
    await send(page, 'Thank you again');
    await log(page).getByText('Gladly.').waitFor();
    await guest.close();
    await leave();
  });

  test('for members only: asks for the sign-in, and shows a conversation to nobody else', async () => {
    await inviteMember(lab.app);
    const { context, leave } = await lab.app.open();
    const path = await lab.publishChat(
      context,
      { signedInOnly: true },
      { prompt: '{{ chat.by }}: {{ chat.message }}' },
    );
    const { page: stranger, context: guest } = await lab.app.open({ as: null, path, viewport: PHONE });
    await stranger.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(stranger.url()).toContain('/sign-in');
    await guest.close();

    const { page, context: member } = await lab.app.open({ as: MEMBER, path, viewport: PHONE });
    await page.getByText(`Signed in as ${MEMBER.email}.`).waitFor();
    lab.server.answers.push({ text: 'Gladly.' });
    await send(page, 'Help me');
    await log(page).getByText('Gladly.').waitFor();
    expect(JSON.stringify(lab.server.requests[0]?.body)).toContain(`${MEMBER.email}: Help me`);
    await expectFitFor(page, 'chat-member');
    const conversation = await page.evaluate((place) => sessionStorage.getItem(place), path);
    const read = `${path}/conversations/${conversation}`;
    expect((await member.request.get(read)).status()).toBe(200);
    expect((await context.request.get(read)).status()).toBe(404);
    await member.close();
    await leave();
  });
});
