import { IconFolder } from '@tabler/icons-react';
import { Link } from 'react-router';
import { folderHref } from './folder-href.ts';
import classes from './folders.module.css';
import { foldersIn } from './folders-in.ts';
import { plural } from '../../ui/plural.ts';
import { formatNumber } from '../../ui/format-number.ts';

interface FolderRowsProps {
  /** Where the list is; empty: in no folder. */
  folder: string;
  folders: readonly { path: string; workflows: number }[];
}

/** The folders in the one that is shown. */
export function FolderRows({ folder, folders }: FolderRowsProps) {
  const shown = foldersIn(folder, folders);
  if (shown.length === 0) return null;
  return (
    <nav aria-label="Folders">
      <ul className={classes.folders}>
        {shown.map(({ name, path, workflows }) => (
          <li key={path}>
            <Link className={classes.folder} to={folderHref(path)}>
              <IconFolder size={16} aria-hidden />
              <span className={classes.name}>{name}</span>
              <span className={classes.count}>
                {plural(workflows, { one: '1 workflow', other: `${formatNumber(workflows)} workflows` })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
