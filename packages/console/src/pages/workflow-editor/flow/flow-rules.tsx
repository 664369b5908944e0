import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import { DELIVER, FLOW_LIMITS, ON_LIMIT, type OnLimit, PRIORITIES, type Priority } from '@workflow/workflow-model';
import { AmountField, KeyField } from './flow-fields.tsx';
import { FlowRule } from './flow-rule.tsx';
import { DEFAULT_MAX_ITEMS, gatherSentence, limitSentence, orderSentence, prioritySentence } from './flow-sentences.ts';
import { useFlowRule } from './use-flow.ts';

const ON_LIMIT_NAMES: Readonly<Record<OnLimit, string>> = {
  queue: 'Wait',
  skip: 'Skip the new one',
  'cancel-older': 'Cancel the oldest',
  fail: 'Fail the new one',
};

const DELIVER_NAMES = { last: 'The values of the last request', all: 'A list of all requests' };

const PRIORITY_NAMES: Readonly<Record<Priority, string>> = { high: 'High', normal: 'Normal', low: 'Low' };

const SECONDS = [
  { part: 'quietSeconds', label: 'Start after this many quiet seconds' },
  { part: 'maxSeconds', label: 'Start at the latest after (seconds)' },
] as const;

export function ConcurrencyRule() {
  const { value, change, fieldOf } = useFlowRule('concurrency');
  const onLimit = fieldOf('onLimit');
  return (
    <FlowRule
      title="Limit concurrent sessions"
      isOn={value !== undefined}
      summary={
        value ? limitSentence(value) : 'Protect a system that the workflow calls from too many concurrent sessions.'
      }
      onSwitch={(isOn) => change(isOn ? { limit: 1 } : undefined)}
    >
      <AmountField label="Concurrent sessions" min={1} max={FLOW_LIMITS.maxConcurrent} isWhole {...fieldOf('limit')} />
      <KeyField label="Limit per (expression)" {...fieldOf('key')} />
      <NativeSelect
        label="At the limit"
        data={ON_LIMIT.map((code) => ({ value: code, label: ON_LIMIT_NAMES[code] }))}
        {...onLimit}
        value={onLimit.value ?? 'queue'}
        onChange={(event) => onLimit.onChange(event.currentTarget.value as OnLimit)}
      />
    </FlowRule>
  );
}

export function OrderRule() {
  const { value, change, fieldOf } = useFlowRule('order');
  return (
    <FlowRule
      title="Keep the order"
      isOn={value !== undefined}
      summary={value ? orderSentence(value.key) : 'Handle events of the same key one after another.'}
      onSwitch={(isOn) => change(isOn ? {} : undefined)}
    >
      <KeyField label="Order per (expression)" {...fieldOf('key')} />
    </FlowRule>
  );
}

export function GatherRule() {
  const { value, change, fieldOf } = useFlowRule('gather');
  const deliver = fieldOf('deliver');
  return (
    <FlowRule
      title="Gather requests"
      isOn={value !== undefined}
      summary={value ? gatherSentence(value) : 'Debounce: combine a burst of events into one session.'}
      onSwitch={(isOn) => change(isOn ? { quietSeconds: 10, maxSeconds: 60 } : undefined)}
    >
      <KeyField label="Combine requests with the same (expression)" {...fieldOf('key')} />
      {SECONDS.map(({ part, label }) => (
        <AmountField
          key={part}
          label={label}
          min={FLOW_LIMITS.minSeconds}
          max={FLOW_LIMITS.maxSeconds}
          {...fieldOf(part)}
        />
      ))}
      <AmountField
        label="Start after this many requests"
        min={1}
        max={FLOW_LIMITS.maxItems}
        isWhole
        placeholder={String(DEFAULT_MAX_ITEMS)}
        {...fieldOf('maxItems')}
      />
      <NativeSelect
        label="Runs with"
        data={DELIVER.toReversed().map((code) => ({ value: code, label: DELIVER_NAMES[code] }))}
        {...deliver}
        value={deliver.value ?? 'last'}
        onChange={(event) => deliver.onChange(event.currentTarget.value as (typeof DELIVER)[number])}
      />
    </FlowRule>
  );
}

export function PriorityRule() {
  const { value, change } = useFlowRule('priority');
  return (
    <NativeSelect
      label="Priority"
      description={prioritySentence(value)}
      data={[
        { value: '', label: 'Automatic' },
        ...PRIORITIES.map((code) => ({ value: code, label: PRIORITY_NAMES[code] })),
      ]}
      value={value ?? ''}
      onChange={(event) => change((event.currentTarget.value || undefined) as Priority | undefined)}
    />
  );
}
