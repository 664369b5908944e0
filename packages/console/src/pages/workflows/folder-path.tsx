import { Link } from 'react-router';
import { folderHref } from './folder-href.ts';
import classes from './folders.module.css';

/** The way to a folder, each part of which is a link. */
export function FolderPath({ folder }: { folder: string }) {
  const names = folder.split('/');
  return (
    <nav className={classes.path} aria-label="Folder">
      <Link to="/workflows">All workflows</Link>
      {names.map((name, index) => {
        const path = names.slice(0, index + 1).join('/');
        return (
          <span key={path} className={classes.part}>
            {path === folder ? <strong aria-current="page">{name}</strong> : <Link to={folderHref(path)}>{name}</Link>}
          </span>
        );
      })}
    </nav>
  );
}
