import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const LOOK_EVERY_MS = 50;
const SETTLES_WITHIN_MS = 120_000;

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Returns true if no colour of the page is in transition. */
export const isStill = (): boolean =>
  document.getAnimations().every((animation) => !(animation instanceof CSSTransition));

/**
 * Returns true if nothing loads or changes in the scheme's colours. It runs in the page, so it cannot call functions of
 * this file.
 */
const isSettled = (scheme: string): boolean =>
  document.documentElement.dataset['mantineColorScheme'] === scheme &&
  document.querySelector('.mantine-Loader-root') === null &&
  document.getAnimations().every((animation) => !(animation instanceof CSSTransition));

/** The rules of axe-core whose outcome depends on colours. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Returns the serious problems of the current page: by all rules in the light scheme, and by colour rules in the dark
 * one.
 */
export async function seriousProblems(page: Page, where: string): Promise<string[]> {
  await settleIn(page, 'light', where);
  const problems = await problemsNow(page, `${where} light`);
  await settleIn(page, 'dark', where);
  return [...problems, ...(await problemsNow(page, `${where} dark`, COLOUR_RULES))];
}

async function settleIn(page: Page, scheme: 'light' | 'dark', where: string): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  // The page itself polls, because polling from here took half of this process's time.
  const settled = page.waitForFunction(isSettled, scheme, { polling: LOOK_EVERY_MS, timeout: SETTLES_WITHIN_MS });
  await settled.catch((cause: unknown) => {
    throw new Error(`${where} was not ${scheme} and still`, { cause });
  });
}

/**
 * Rules whose violations are never serious, because the impact of a rule is that of its violations. Skipping them saves
 * a third of the time.
 */
const HARMLESS_RULES = `axe._audit.rules
  .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
  .map(({ id }) => [id, { enabled: false }])`;

/** Returns the serious problems of the page as it is, by all rules or some. */
export async function problemsNow(page: Page, where: string, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const options =
    rules === undefined
      ? `rules: Object.fromEntries(${HARMLESS_RULES})`
      : `runOnly: ${JSON.stringify({ type: 'rule', values: rules })}`;
  const violations = (await page.evaluate(
    `axe.run({ resultTypes: ['violations'], ${options} }).then(({ violations }) => violations)`,
  )) as Violation[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${where}: ${id}: ${html.slice(0, 200)} ${failureSummary.slice(0, 250)}`),
    );
}
