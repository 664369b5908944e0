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

/** Nothing loads or moves any more, so that no colour is on its way to another. Turning loaders are gone by then. */
const SETTLED = (scheme: string): boolean =>
  document.documentElement.dataset['mantineColorScheme'] === scheme
  && document.querySelector('.mantine-Loader-root') === null
  && document.getAnimations().every((animation) => !(animation instanceof CSSTransition));

/** What axe-core finds serious in the page as it stands, in the light and the dark scheme. */
export async function seriousProblems(page: Page, where: string): Promise<string[]> {
  await page.evaluate(AXE);
  const problems: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await waitFor(() => page.evaluate(SETTLED, scheme), { what: `${where} to be ${scheme} and still` });
    const violations = ((await page.evaluate('axe.run().then(({ violations }) => violations)')) as Violation[]).filter(({ impact }) => impact === 'serious' || impact === 'critical');
    problems.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${where} ${scheme}: ${id}: ${html.slice(0, 200)} ${failureSummary.slice(0, 250)}`)));
  }
  return problems;
}
