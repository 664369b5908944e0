import { defineTemplate } from './define-template.ts';

const FROM = 'Lamps and more <hello@example.com>';
const STAND_IN = { messageId: '<stand-in@example.com>', accepted: ['ada@example.com'] };

/** Returns a template for the time this many days after the sign-up. A time in the past ends the delay immediately. */
function daysAfter(days: number): string {
  return `{{ $fromMillis($toMillis(signedUpAt) + ${days} * 86400000) }}`;
}

export const onboardingWithReminders = defineTemplate({
  key: 'onboarding-with-reminders',
  name: 'Onboarding with reminders',
  description: 'Welcomes new users and reminds them after 2 and 7 days, unless a table lists them as finished.',
  needs: [{ kind: 'credential', name: 'Mail server', purpose: 'SMTP, for the welcome and the reminders' }],
  tables: [{ name: 'Onboarded', columns: [{ key: 'finishedAt', type: 'DATE_TIME', optional: true }] }],
  samples: { joined: { name: 'Ada', email: 'ada@example.com', signedUpAt: '2026-07-06T08:00:00Z' } },
  components: {
    joined: {
      at: [0, 0],
      type: 'input',
      name: 'Signed up',
      config: {
        placeholders: [
          { key: 'name', type: 'TEXT' },
          { key: 'email', type: 'TEXT' },
          { key: 'signedUpAt', type: 'DATE_TIME' },
        ],
      },
    },
    welcome: {
      at: [1, 0],
      type: 'send-email',
      name: 'Welcome',
      output: 'welcome',
      config: {
        from: FROM,
        to: '{{ email }}',
        subject: 'Welcome, {{ name }}',
        text: 'Hello {{ name }},\n\nstart here: https://example.com/begin',
      },
      standIn: STAND_IN,
    },
    wait: { at: [2, 0], type: 'delay', name: 'Two days after', config: { until: daysAfter(2) } },
    look: {
      at: [3, 0],
      type: 'table',
      name: 'Look up the user',
      output: 'rows',
      config: { table: 'Onboarded', operation: 'count', key: '{{ email }}' },
    },
    finished: { at: [4, 0], type: 'condition', name: 'Finished?', config: { expression: 'rows > 0' } },
    remind: {
      at: [5, 1],
      type: 'send-email',
      name: 'First reminder',
      output: 'reminder',
      config: {
        from: FROM,
        to: '{{ email }}',
        subject: 'Continue your setup, {{ name }}',
        text: 'Hello {{ name }},\n\nyou are nearly there: https://example.com/begin',
      },
      standIn: STAND_IN,
    },
    waitOn: { at: [6, 1], type: 'delay', name: 'Seven days after', config: { until: daysAfter(7) } },
    lookAgain: {
      at: [7, 1],
      type: 'table',
      name: 'Look up again',
      output: 'rowsThen',
      config: { table: 'Onboarded', operation: 'count', key: '{{ email }}' },
    },
    finishedThen: { at: [8, 1], type: 'condition', name: 'Finished now?', config: { expression: 'rowsThen > 0' } },
    remindAgain: {
      at: [9, 2],
      type: 'send-email',
      name: 'Last reminder',
      output: 'lastReminder',
      config: {
        from: FROM,
        to: '{{ email }}',
        subject: 'Can we help, {{ name }}?',
        text: 'Hello {{ name }},\n\nreply to this e-mail and we will help you with the first steps.',
      },
      standIn: STAND_IN,
    },
    done: { at: [10, 0], type: 'output', name: 'Finished', config: { value: '{{ name }} finished' } },
    open: { at: [10, 2], type: 'output', name: 'Not finished', config: { value: '{{ name }} was reminded twice' } },
  },
  connections: [
    ['joined', 'next', 'welcome'],
    ['welcome', 'next', 'wait'],
    ['wait', 'next', 'look'],
    ['look', 'next', 'finished'],
    ['finished', 'true', 'done'],
    ['finished', 'false', 'remind'],
    ['remind', 'next', 'waitOn'],
    ['waitOn', 'next', 'lookAgain'],
    ['lookAgain', 'next', 'finishedThen'],
    ['finishedThen', 'true', 'done'],
    ['finishedThen', 'false', 'remindAgain'],
    ['remindAgain', 'next', 'open'],
  ],
});
