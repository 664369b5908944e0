import { TextInput } from '@mantine/core';
import { DEFAULT_POOL, isPoolName } from '@workflow/workflow-model';
import { useState } from 'react';
import { changePool } from '../../../editor/draft/draft-edits.ts';
import { useDraft, useEditor } from '../../../editor/editor-context.ts';
import { FlowRule } from './flow-rule.tsx';

/** Chooses the executors that run the sessions. */
export function PoolRule() {
  const { store } = useEditor();
  const pool = useDraft(({ draft }) => draft.pool);
  // A text that is no name stays in the field and does not change the draft.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <FlowRule
      title="Executor pool"
      isOn={pool !== undefined}
      summary={
        pool === undefined
          ? 'Run the sessions on certain executors, for example those for long work.'
          : 'Only executors of this pool run the sessions. Waiting sessions move there when you publish.'
      }
      onSwitch={(isOn) => {
        setTyped(null);
        store.apply(changePool(isOn ? DEFAULT_POOL : undefined));
      }}
    >
      <TextInput
        label="Name of the pool"
        description="Ask the operator of this service for the names."
        value={typed ?? pool ?? ''}
        error={typed === null ? undefined : 'Use 1 to 40 lowercase letters, digits and hyphens'}
        onChange={({ currentTarget: { value } }) => {
          setTyped(isPoolName(value) ? null : value);
          if (isPoolName(value)) store.apply(changePool(value), 'pool');
        }}
      />
    </FlowRule>
  );
}
