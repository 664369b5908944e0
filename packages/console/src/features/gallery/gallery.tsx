import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { templatesQuery } from '../../api/queries/templates.ts';
import { findTemplates } from './find-templates.ts';
import classes from './gallery.module.css';
import { TemplateCard } from './template-card.tsx';
import { LoadState } from '../../ui/load-state.tsx';

interface GalleryProps {
  /** Shows the first ones alone, without a search. */
  first?: number;
  /** The name of the new workflow; the template's own when left out or empty. */
  name?: string;
  /** Called before the editor of the new workflow opens. */
  onMade?: () => void;
  /** The element of the templates' headings: one below the heading that the gallery follows. */
  heading?: 'h2' | 'h3';
}

/** Templates with pictures of their graphs, and what each needs. One that is chosen becomes a workflow. */
export function Gallery({ first, name = '', onMade, heading = 'h3' }: GalleryProps) {
  const [search, setSearch] = useState('');
  const templates = useQuery(templatesQuery);
  if (!templates.isSuccess) return <LoadState query={templates} />;
  const found = findTemplates(templates.data, search).slice(0, first);
  return (
    <>
      {first === undefined && (
        <TextInput
          type="search"
          aria-label="Search templates"
          placeholder="Search templates: e-mail, database, webhook…"
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {first === undefined && (
        <div role="status" className={classes.none}>
          {found.length === 0 ? 'No templates match. Change the search.' : ''}
        </div>
      )}
      <ul className={classes.templates} aria-label="Templates">
        {found.map((template) => (
          <TemplateCard
            key={template.key}
            template={template}
            name={name.trim() || null}
            onMade={onMade}
            Heading={heading}
          />
        ))}
      </ul>
    </>
  );
}
