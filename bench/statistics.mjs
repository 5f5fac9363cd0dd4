export function median(numbers) {
  const sorted = [...numbers].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The ratio of two series that were measured in turn: the median of the pairs' ratios, and the least and the largest. */
export function ratioOf(own, other) {
  const ratios = own.map((value, at) => value / other[at]);
  return { median: median(ratios), least: Math.min(...ratios), largest: Math.max(...ratios) };
}

/** How cost grows with size: 1 is linear. */
export function growth(small, large) {
  return Math.log(large.cost / small.cost) / Math.log(large.size / small.size);
}
