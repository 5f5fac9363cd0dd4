// A picture of the ratios at the largest size that peers manage: how many times the floor's and the peer's CPU time platectl takes.
const WIDTH = 760;
const LEFT = 250;
const ROW = 44;
const MOST = 6;

export function pictureOf(figures) {
  const largest = Math.max(...figures.filter(({ peerRatio }) => peerRatio).map(({ size }) => size));
  const rows = figures.filter(({ size }) => size === largest);
  const height = 70 + rows.length * ROW;
  const scale = (value) => LEFT + (Math.min(value, MOST) / MOST) * (WIDTH - LEFT - 70);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="16" y="26" font-size="15" font-weight="600">CPU time of platectl as a multiple of …, ${largest.toLocaleString("en-US")} cars</text>`,
    legend(),
    ...rows.flatMap((row, at) => bars(row, 62 + at * ROW, scale)),
    `<line x1="${scale(1)}" y1="54" x2="${scale(1)}" y2="${height - 10}" stroke="#444" stroke-dasharray="3 3"/>`,
    `<text x="${scale(1) + 4}" y="${height - 4}" fill="#444" font-size="11">as fast</text>`,
    "</svg>\n",
  ].join("\n");
}

function legend() {
  return [
    '<rect x="16" y="38" width="10" height="10" fill="#9db7d5"/><text x="32" y="47">the floor</text>',
    '<rect x="120" y="38" width="10" height="10" fill="#2f6db3"/><text x="136" y="47">the peer</text>',
  ].join("");
}

function bars({ title, floorRatio, peerRatio }, y, scale) {
  const bar = (ratio, top, fill) =>
    ratio
      ? `<rect x="${LEFT}" y="${top}" width="${scale(ratio.median) - LEFT}" height="14" fill="${fill}"/>` +
        `<text x="${scale(ratio.median) + 5}" y="${top + 11}" font-size="11">${ratio.median.toFixed(2)}</text>`
      : "";
  return [
    `<text x="${LEFT - 8}" y="${y + 20}" text-anchor="end">${title.trim()}</text>`,
    bar(floorRatio, y, "#9db7d5"),
    bar(peerRatio, y + 16, "#2f6db3"),
  ];
}
