import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { waitFor } from '@workflow/test-harness';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Waits until nothing loads or moves, so that no colour is in transition and no loader is shown. */
const SETTLED = (scheme: string): boolean =>
  document.documentElement.dataset['mantineColorScheme'] === scheme &&
  document.querySelector('.mantine-Loader-root') === null &&
  document.getAnimations().every((animation) => !(animation instanceof CSSTransition));

/** Serious problems that axe-core finds in the current page, in the light and the dark scheme. */
export async function seriousProblems(page: Page, where: string): Promise<string[]> {
  const problems: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await waitFor(() => page.evaluate(SETTLED, scheme), { what: `${where} to be ${scheme} and still` });
    problems.push(...(await problemsNow(page, `${where} ${scheme}`)));
  }
  return problems;
}

/** Serious problems that axe-core finds in the page as it is. */
export async function problemsNow(page: Page, where: string): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as Violation[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${where}: ${id}: ${html.slice(0, 200)} ${failureSummary.slice(0, 250)}`),
    );
}
