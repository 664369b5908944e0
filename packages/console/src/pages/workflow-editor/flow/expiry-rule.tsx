import { MAX_DELAY_SECONDS } from '@workflow/workflow-model';
import { changeExpiry } from '../../../editor/draft/draft-edits.ts';
import { useDraft, useEditor } from '../../../editor/editor-context.ts';
import { AmountField } from './flow-fields.tsx';
import { FlowRule } from './flow-rule.tsx';

const DEFAULT_SECONDS = 3_600;

/** Ends sessions that do not start in time. */
export function ExpiryRule() {
  const { store } = useEditor();
  const seconds = useDraft(({ draft }) => draft.expireAfterSeconds);
  return (
    <FlowRule
      title="Expire in the queue"
      isOn={seconds !== undefined}
      summary={
        seconds === undefined
          ? 'End sessions that could not start in time, instead of running them too late.'
          : 'A session that does not start in time is cancelled with the error EXPIRED. None of its components run.'
      }
      onSwitch={(isOn) => store.apply(changeExpiry(isOn ? DEFAULT_SECONDS : undefined))}
    >
      <AmountField
        label="Expires after (seconds)"
        min={1}
        max={MAX_DELAY_SECONDS}
        isWhole
        value={seconds}
        onChange={(next) => next !== undefined && store.apply(changeExpiry(next), 'expireAfterSeconds')}
      />
    </FlowRule>
  );
}
