import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import {
  DELIVER,
  type Flow,
  FLOW_LIMITS,
  ON_LIMIT,
  type OnLimit,
  PRIORITIES,
  type Priority,
} from '@workflow/workflow-model';
import { AmountField, KeyField } from './flow-fields.tsx';
import { FlowRule } from './flow-rule.tsx';
import { DEFAULT_MAX_ITEMS, gatherSentence, limitSentence, orderSentence, prioritySentence } from './flow-sentences.ts';
import { useFlowRule, withPart } from './use-flow.ts';

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

type Concurrency = NonNullable<Flow['concurrency']>;
type Gather = NonNullable<Flow['gather']>;

export function ConcurrencyRule() {
  const { value, change, errorOf } = useFlowRule('concurrency');
  const set = <Part extends keyof Concurrency>(part: Part, next: Concurrency[Part] | undefined) =>
    value && change(withPart(value, part, next), part);
  return (
    <FlowRule
      title="Limit concurrent sessions"
      isOn={value !== undefined}
      summary={
        value ? limitSentence(value) : 'Protect a system that the workflow calls from too many concurrent sessions.'
      }
      onSwitch={(isOn) => change(isOn ? { limit: 1 } : undefined)}
    >
      <AmountField
        label="Concurrent sessions"
        min={1}
        max={FLOW_LIMITS.maxConcurrent}
        isWhole
        value={value?.limit}
        {...errorOf('limit')}
        onChange={(next) => set('limit', next)}
      />
      <KeyField
        label="Limit per (expression)"
        value={value?.key}
        {...errorOf('key')}
        onChange={(next) => set('key', next)}
      />
      <NativeSelect
        label="At the limit"
        data={ON_LIMIT.map((code) => ({ value: code, label: ON_LIMIT_NAMES[code] }))}
        value={value?.onLimit ?? 'queue'}
        {...errorOf('onLimit')}
        onChange={(event) => set('onLimit', event.currentTarget.value as OnLimit)}
      />
    </FlowRule>
  );
}

export function OrderRule() {
  const { value, change, errorOf } = useFlowRule('order');
  return (
    <FlowRule
      title="Keep the order"
      isOn={value !== undefined}
      summary={value ? orderSentence(value.key) : 'Handle events of the same key one after another.'}
      onSwitch={(isOn) => change(isOn ? {} : undefined)}
    >
      <KeyField
        label="Order per (expression)"
        value={value?.key}
        {...errorOf('key')}
        onChange={(next) => value && change(withPart(value, 'key', next), 'key')}
      />
    </FlowRule>
  );
}

export function GatherRule() {
  const { value, change, errorOf } = useFlowRule('gather');
  const set = <Part extends keyof Gather>(part: Part, next: Gather[Part] | undefined) =>
    value && change(withPart(value, part, next), part);
  return (
    <FlowRule
      title="Gather requests"
      isOn={value !== undefined}
      summary={value ? gatherSentence(value) : 'Debounce: combine a burst of events into one session.'}
      onSwitch={(isOn) => change(isOn ? { quietSeconds: 10, maxSeconds: 60 } : undefined)}
    >
      <KeyField
        label="Combine requests with the same (expression)"
        value={value?.key}
        {...errorOf('key')}
        onChange={(next) => set('key', next)}
      />
      {SECONDS.map(({ part, label }) => (
        <AmountField
          key={part}
          label={label}
          min={FLOW_LIMITS.minSeconds}
          max={FLOW_LIMITS.maxSeconds}
          value={value?.[part]}
          {...errorOf(part)}
          onChange={(next) => set(part, next)}
        />
      ))}
      <AmountField
        label="Start after this many requests"
        min={1}
        max={FLOW_LIMITS.maxItems}
        isWhole
        placeholder={String(DEFAULT_MAX_ITEMS)}
        value={value?.maxItems}
        {...errorOf('maxItems')}
        onChange={(next) => set('maxItems', next)}
      />
      <NativeSelect
        label="Runs with"
        data={DELIVER.toReversed().map((code) => ({ value: code, label: DELIVER_NAMES[code] }))}
        value={value?.deliver ?? 'last'}
        {...errorOf('deliver')}
        onChange={(event) => set('deliver', event.currentTarget.value as (typeof DELIVER)[number])}
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
