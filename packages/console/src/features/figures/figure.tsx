import { Link } from 'react-router';
import classes from './figure.module.css';

interface FigureProps {
  label: string;
  value: string;
  note?: string;
  to?: string;
  alarming?: boolean;
}

export function Figure({ label, value, note, to, alarming = false }: FigureProps) {
  const content = (
    <>
      <span className={classes.label}>{label}</span>
      <span className={classes.value} data-alarming={alarming || undefined}>
        {value}
      </span>
      <span className={classes.note}>{note ?? ' '}</span>
    </>
  );
  return to ? (
    <Link to={to} className={classes.figure}>
      {content}
    </Link>
  ) : (
    <div className={classes.figure}>{content}</div>
  );
}
