import { defineTemplate } from './define-template.ts';

const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };

export const supportTriage = defineTemplate({
  key: 'support-triage',
  name: 'Support triage by a model',
  description: 'A model sorts a message by team and urgency and summarizes it. Each team gets an e-mail.',
  needs: [
    { kind: 'credential', name: 'Models', purpose: 'OpenAI-compatible or Anthropic' },
    { kind: 'credential', name: 'Mail server', purpose: 'SMTP, to forward messages' },
  ],
  samples: {
    message: { from: 'ada@example.com', text: 'I was charged twice for my lamp. Please help, I need it today!' },
  },
  components: {
    message: {
      at: [0, 0],
      type: 'input',
      name: 'Message',
      config: {
        placeholders: [
          { key: 'from', type: 'TEXT' },
          { key: 'text', type: 'TEXT' },
        ],
      },
    },
    ask: {
      at: [1, 0],
      type: 'ask-model',
      name: 'What is it about?',
      output: 'triage',
      config: {
        model: 'gpt-5-mini',
        messages: [
          {
            role: 'system',
            content:
              'You sort messages of customers. team is "billing" or "technical". urgent is true if it cannot wait ' +
              'until tomorrow. summary is one sentence.',
          },
          { role: 'user', content: '{{ text }}' },
        ],
        fields: [
          { key: 'team', type: 'TEXT' },
          { key: 'urgent', type: 'BOOLEAN' },
          { key: 'summary', type: 'TEXT' },
        ],
      },
      standIn: { team: 'billing', urgent: true, summary: 'The customer was charged twice for a lamp.', usage },
    },
    route: {
      at: [2, 0],
      type: 'switch',
      name: 'Which team?',
      config: { cases: [{ port: 'billing', expression: 'triage.team = "billing"' }] },
    },
    billing: {
      at: [3, 0],
      type: 'send-email',
      name: 'To billing',
      output: 'billingMail',
      config: {
        from: 'Support <support@example.com>',
        to: 'billing@example.com',
        replyTo: '{{ from }}',
        subject: '{{ triage.urgent ? "Urgent: " : "" }}{{ triage.summary }}',
        text: '{{ text }}\n\n{{ from }}',
      },
      standIn: { messageId: '<stand-in@example.com>', accepted: ['billing@example.com'] },
    },
    technical: {
      at: [3, 1],
      type: 'send-email',
      name: 'To technical support',
      output: 'technicalMail',
      config: {
        from: 'Support <support@example.com>',
        to: 'technical@example.com',
        replyTo: '{{ from }}',
        subject: '{{ triage.urgent ? "Urgent: " : "" }}{{ triage.summary }}',
        text: '{{ text }}\n\n{{ from }}',
      },
    },
  },
  connections: [
    ['message', 'next', 'ask'],
    ['ask', 'next', 'route'],
    ['route', 'billing', 'billing'],
    ['route', 'default', 'technical'],
  ],
});
