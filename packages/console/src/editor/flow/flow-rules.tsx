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
import { DEFAULT_MAX_ITEMS, texts } from '../../texts/flow-control.ts';
import { AmountField, KeyField } from './flow-fields.tsx';
import { FlowRule } from './flow-rule.tsx';
import { useFlowRule, withPart } from './use-flow.ts';

const SECONDS = [
  { part: 'quietSeconds', label: texts.quietSeconds },
  { part: 'maxSeconds', label: texts.maxSeconds },
] as const;

type Concurrency = NonNullable<Flow['concurrency']>;
type Gather = NonNullable<Flow['gather']>;

export function ConcurrencyRule() {
  const { value, change, errorOf } = useFlowRule('concurrency');
  const set = <Part extends keyof Concurrency>(part: Part, next: Concurrency[Part] | undefined) =>
    value && change(withPart(value, part, next), part);
  return (
    <FlowRule
      title={texts.limitSessions}
      isOn={value !== undefined}
      says={value ? texts.limitSentence(value) : texts.whatALimitIsFor}
      onSwitch={(isOn) => change(isOn ? { limit: 1 } : undefined)}
    >
      <AmountField
        label={texts.limit}
        min={1}
        max={FLOW_LIMITS.maxConcurrent}
        isWhole
        value={value?.limit}
        {...errorOf('limit')}
        onChange={(next) => set('limit', next)}
      />
      <KeyField label={texts.limitKey} value={value?.key} {...errorOf('key')} onChange={(next) => set('key', next)} />
      <NativeSelect
        label={texts.onLimit}
        data={ON_LIMIT.map((code) => ({ value: code, label: texts.onLimitNames[code] }))}
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
      title={texts.keepTheOrder}
      isOn={value !== undefined}
      says={value ? texts.orderSentence(value.key) : texts.whatAnOrderIsFor}
      onSwitch={(isOn) => change(isOn ? {} : undefined)}
    >
      <KeyField
        label={texts.orderKey}
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
      title={texts.gatherRequests}
      isOn={value !== undefined}
      says={value ? texts.gatherSentence(value) : texts.whatGatheringIsFor}
      onSwitch={(isOn) => change(isOn ? { quietSeconds: 10, maxSeconds: 60 } : undefined)}
    >
      <KeyField label={texts.gatherKey} value={value?.key} {...errorOf('key')} onChange={(next) => set('key', next)} />
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
        label={texts.maxItems}
        min={1}
        max={FLOW_LIMITS.maxItems}
        isWhole
        placeholder={String(DEFAULT_MAX_ITEMS)}
        value={value?.maxItems}
        {...errorOf('maxItems')}
        onChange={(next) => set('maxItems', next)}
      />
      <NativeSelect
        label={texts.deliver}
        data={DELIVER.toReversed().map((code) => ({ value: code, label: texts.deliverNames[code] }))}
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
      label={texts.priority}
      description={texts.prioritySentence(value)}
      data={[
        { value: '', label: texts.noPriority },
        ...PRIORITIES.map((code) => ({ value: code, label: texts.priorityNames[code] })),
      ]}
      value={value ?? ''}
      onChange={(event) => change((event.currentTarget.value || undefined) as Priority | undefined)}
    />
  );
}
