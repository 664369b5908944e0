import '@mantine/core/styles/Drawer.layer.css';
import { Alert, Drawer, Stack } from '@mantine/core';
import { problemsOf, useDraft, useEditor } from '../../../editor/editor-context.ts';
import panelClasses from '../panel/component-panel.module.css';
import { problemSentence } from '../../../editor/draft/problem-words.ts';
import { usePicked } from '../../../ui/value-store.ts';
import { ExpiryRule } from './expiry-rule.tsx';
import { PoolRule } from './pool-rule.tsx';
import { LabelField } from './label-field.tsx';
import { ConcurrencyRule, GatherRule, OrderRule, PriorityRule } from './flow-rules.tsx';

/** Pointers of problems that a field of the form shows. */
const AT_A_FIELD = /^\/flow\/(?:concurrency|order|gather)\/\w+$/;

/** Flow control of the draft: each rule with what it means in words. Changes are saved with the draft. */
export function FlowDrawer({ onClose }: { onClose: () => void }) {
  const { allProblems } = useEditor();
  const isEmpty = useDraft(({ draft }) => draft.flow === undefined);
  const problems = usePicked(allProblems, (all) => problemsOf(all, ''));
  const others = problems.filter(({ path }) => path.startsWith('/flow') && !AT_A_FIELD.test(path));
  return (
    <Drawer opened onClose={onClose} position="right" title="Flow control and label" size="md">
      <Stack>
        <p className={panelClasses.description}>
          How many sessions of this workflow run at the same time, and which start first. The rules apply to production,
          from the next version that you publish.
        </p>
        {isEmpty && (
          <p className={panelClasses.description}>
            No rule is on. Each session starts as soon as an executor has a free slot.
          </p>
        )}
        {others.length > 0 && (
          <Alert color="red" variant="light" title="Problems">
            {others.map((problem) => (
              <div key={problem.path + problem.message}>{problemSentence(problem, undefined)}</div>
            ))}
          </Alert>
        )}
        <ConcurrencyRule />
        <OrderRule />
        <GatherRule />
        <PriorityRule />
        <ExpiryRule />
        <PoolRule />
        <LabelField />
      </Stack>
    </Drawer>
  );
}
