import { findComponentType } from '@workflow/components/descriptors';
import type { TemplateSite } from '@workflow/component-kit';
import { wrong } from '@workflow/workflow-model';
import type { SchemaProblem } from '../schemas/describe-schema-errors.ts';
import type { WrittenComponent } from './definition-schema.ts';

/** The maximum number of templates `{{ … }}` and expressions in one definition. */
export const MAX_TEMPLATES = 5_000;
/** The maximum number of characters in all of them together, without the text around templates. */
export const MAX_TEMPLATE_CHARACTERS = 262_144;

/** Checks the number and length of templates and expressions before any of them is parsed. */
export function checkTemplateSizes(components: readonly WrittenComponent[]): SchemaProblem[] {
  let templates = 0;
  let characters = 0;
  for (const component of components) {
    for (const site of findComponentType(component)?.templates(component.config ?? {}) ?? []) {
      const size = sizeOf(site);
      templates += size.templates;
      characters += size.characters;
    }
  }
  const [pointer, field] = ['/components', 'components'];
  const problems: SchemaProblem[] = [];
  if (templates > MAX_TEMPLATES)
    problems.push({ pointer, ...wrong('TOO_MANY_TEMPLATES', { field, limit: MAX_TEMPLATES, given: templates }) });
  if (characters > MAX_TEMPLATE_CHARACTERS)
    problems.push({
      pointer,
      ...wrong('TEMPLATES_TOO_LONG', { field, limit: MAX_TEMPLATE_CHARACTERS, given: characters }),
    });
  return problems;
}

/** Measures each template up to the nearest possible end. */
function sizeOf({ kind, text }: TemplateSite): { templates: number; characters: number } {
  if (kind === 'expression') return { templates: 1, characters: text.length };
  let templates = 0;
  let characters = 0;
  for (let open = text.indexOf('{{'); open >= 0;) {
    const close = text.indexOf('}}', open + 2);
    const end = close < 0 ? text.length : close;
    templates += 1;
    characters += end - open - 2;
    open = text.indexOf('{{', end);
  }
  return { templates, characters };
}
