import type { Template } from '../../api/queries/templates.ts';

/** Finds the templates that contain every word: in name, description, titles of components, or what is needed. */
export function findTemplates(templates: readonly Template[], search: string): Template[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return templates.filter((template) => {
    const text = [
      ...[template.name, template.description],
      ...template.componentTypes.map(({ title }) => title),
      ...template.needs.flatMap(({ name, purpose }) => [name, purpose]),
    ].join(' ');
    return words.every((word) => text.toLowerCase().includes(word));
  });
}
