import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Definition, JsonObject } from '@workflow/workflow-model';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { chain, component, input, output } from '../contract/contract-system.ts';
import { isStill, problemsNow } from './accessibility.ts';
import { makeWorkflow } from './console-data.ts';
import { startModelConsole } from './model-console.ts';

/** A folder for pictures of the pages, to look at them. */
const PICTURES = process.env['PICTURES_DIR'];

/** Opens the console, a stand-in of a server of models, and its credential. */
export async function openChatPageLab() {
  const { app, server, addCredential, stop } = await startModelConsole();
  const { context, leave } = await app.open();
  const credential = await addCredential(context);
  await leave();
  return {
    app,
    server,
    /** Publishes a chat with an agent. Returns the path of its page. */
    publishChat: (visit: BrowserContext, config: JsonObject = {}, agent: JsonObject = {}) => {
      const given = { credential, model: 'm', prompt: '{{ chat.message }}', ...agent };
      return publishChatOf(visit, config, given);
    },
    stop,
  };
}

async function publishChatOf(context: BrowserContext, config: JsonObject, agent: JsonObject): Promise<string> {
  const chat = component('chat', { title: 'Ask the lamp shop', ...config }, { output: 'chat', name: 'Ask us' });
  const answers = component('agent', agent, { output: 'answer', name: 'Answer' });
  const definition: Definition = chain(chat, answers, output('{{ answer.text }}'));
  const { id } = await makeWorkflow(context, `Chat ${randomUUID().slice(0, 4)}`, { definition, inputId: chat.id });
  const view = await context.request.get(`/v1/workflows/${id}/components/${chat.id}`);
  return new URL(((await view.json()) as { publicUrl: string }).publicUrl).pathname;
}

export async function publishTool(context: BrowserContext, name: string): Promise<string> {
  const [start, end] = [input('number'), output('done with {{ number }}')];
  return (await makeWorkflow(context, name, { definition: chain(start, end), inputId: start.id })).id;
}

/** Expects no serious problem of accessibility, and nothing beyond the width of the page. */
export async function expectFitFor(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The console's components follow the attribute, which a script sets.
    await page.waitForFunction(
      (scheme) => (document.documentElement.dataset['mantineColorScheme'] ?? scheme) === scheme,
      colorScheme,
    );
    await page.waitForFunction(isStill);
    expect(await problemsNow(page, `${name} ${colorScheme}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    if (PICTURES !== undefined)
      await page.screenshot({ path: `${PICTURES}/${name}-${colorScheme}.png`, fullPage: true });
  }
}

/** Sends a message once the answer before it has ended. */
export async function send(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Send', disabled: false }).waitFor();
  await page.getByLabel('Your message').fill(words);
  await page.getByLabel('Your message').press('Enter');
}

export const log = (page: Page): Locator => page.getByRole('log', { name: 'Messages' });

export const messages = (page: Page): Promise<string[]> => log(page).getByRole('listitem').allTextContents();

/** Reloads the page, in which `breakAnswer` then breaks the connection of the answer that is under way. */
export async function letAnswersBreak(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const send = globalThis.fetch;
    globalThis.fetch = async (...given) => {
      const answer = await send(...given);
      if (!String(given[0]).endsWith('/messages') || answer.body === null) return answer;
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const broken = new AbortController();
      addEventListener('break', () => broken.abort());
      void answer.body.pipeTo(writable, { signal: broken.signal }).catch(() => undefined);
      return new Response(readable, { status: answer.status, headers: answer.headers });
    };
  });
  await page.reload();
}

export async function breakAnswer(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('break')));
}
