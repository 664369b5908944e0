import type { FileValue } from '@workflow/workflow-model';
import { addressOfFile } from '../api/upload-file.ts';
import classes from './file-value.module.css';
import { formatBytes } from './format-bytes.ts';

/** Types that browsers show as a picture only. SVG is a document that may have scripts. */
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
/** A larger one would be loaded whole for a small picture. */
const MAX_PICTURE_BYTES = 2 * 1024 * 1024;

/** The name of a stored file, which saves it, with its type and size, and a small picture of one. */
export function FileValueView({ file }: { file: FileValue }) {
  const address = addressOfFile(file);
  const isPicture = PICTURES.has(file.contentType.toLowerCase()) && file.size <= MAX_PICTURE_BYTES;
  return (
    <span className={classes.file}>
      {isPicture && <img className={classes.picture} src={address} alt="" loading="lazy" />}
      <span className={classes.text}>
        <a href={address} download={file.name}>
          {file.name}
        </a>
        <span className={classes.kind}>
          {file.contentType}, {formatBytes(file.size)}
        </span>
      </span>
    </span>
  );
}
