/** The language that the console's texts are written in. */
const rules = new Intl.PluralRules('en');

/** The form of a text for a count, by the plural rules of its language; `other` where it has no own form. */
export function plural(count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string {
  return forms[rules.select(count)] ?? forms.other;
}
