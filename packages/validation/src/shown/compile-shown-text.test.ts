import { expect, test } from '@jest/globals';
import { compileShownText } from './compile-shown-text.ts';

const VALUES = { form: { name: 'Ada', urgent: false, tags: ['a', 'b'], order: { total: 12.5 }, submittedBy: null } };

test.each([
  ['Thanks, {{ form.name }}, for {{ form.order.total }}.', 'Thanks, Ada, for 12.5.'],
  ['{{ form.urgent }}', 'false'],
  ['{{ form.urgent ? "at once" : "soon" }}', 'soon'],
  ['Of {{ form.tags }} and {{ form.order }}', 'Of ["a","b"] and {"total":12.5}'],
  ['From {{ form.submittedBy }}{{ form.missing }}.', 'From .'],
])('%s', async (template, text) => {
  expect(await (await compileShownText(template))(VALUES)).toBe(text);
});

test.each(['{{ $secret("a") }}', '{{ $error(form.name) }}', '{{ $map(form.tags, function($t) { $t }) }}'])(
  'fails with %s, which shows nothing',
  async (template) => {
    const text = compileShownText(template).then((shown) => shown(VALUES));
    await expect(text).rejects.toThrow();
  },
);
