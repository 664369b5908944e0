import type { RowResult } from './row.ts';

/** Returns the rows as a table for a terminal. */
export function table(rows: RowResult[]): string {
  const cells = [
    ['what', 'measured', 'bar', ''],
    ...rows.map((row) => [row.title, row.measured, row.bar, row.passed ? 'holds' : 'MISSED']),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((line) => line[column]!.length)));
  return cells
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Returns the whole run as one JSON object. */
export function jsonLine(rows: RowResult[]): string {
  return JSON.stringify(
    Object.assign({}, ...rows.map((row) => row.values), { passed: rows.every((row) => row.passed) }),
  );
}

const BAR_HEIGHT = 26;
const LABEL_WIDTH = 300;
const CHART_WIDTH = 820;

/** The bars of the chart, the floor first. */
const RATES = {
  floorPerSecond: 'bare Express 5 echo',
  acceptedPerSecond: 'runs accepted',
  webhooksPerSecond: 'webhooks accepted',
  finishedPerSecond: 'sessions finished, Redis',
  finishedPostgresPerSecond: 'sessions finished, PostgreSQL',
};

/** Draws rates per second, including the floor, as horizontal bars. */
export function rateChart(results: RowResult[]): string {
  const values = Object.assign({}, ...results.map((result) => result.values)) as RowResult['values'];
  const rates = Object.entries(RATES).flatMap(([key, label]) =>
    typeof values[key] === 'number' ? [{ label, perSecond: values[key] }] : [],
  );
  const most = Math.max(...rates.map((rate) => rate.perSecond));
  const scale = (CHART_WIDTH - LABEL_WIDTH - 90) / most;
  const bars = rates.map(({ label, perSecond }, index) => {
    const y = 10 + index * (BAR_HEIGHT + 8);
    const width = Math.max(1, perSecond * scale);
    return `  <text x="${LABEL_WIDTH - 10}" y="${y + 18}" text-anchor="end">${label}</text>
  <rect x="${LABEL_WIDTH}" y="${y}" width="${width.toFixed(1)}" height="${BAR_HEIGHT}" rx="3"
    fill="${index === 0 ? '#9aa4b2' : '#2f6fed'}"/>
  <text x="${(LABEL_WIDTH + width + 8).toFixed(1)}" y="${y + 18}"
    >${Math.round(perSecond).toLocaleString('en')}/s</text>`;
  });
  const height = 20 + rates.length * (BAR_HEIGHT + 8);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CHART_WIDTH} ${height}"
  font-family="system-ui, sans-serif" font-size="14" fill="#1f2937">
  <rect width="${CHART_WIDTH}" height="${height}" fill="#ffffff"/>
${bars.join('\n')}
</svg>
`;
}
