/** A figure beside its goal, in words. */
export function verdict(value: number, relation: '≥' | '≤', goal: number): string {
  const isMet = relation === '≥' ? value >= goal : value <= goal;
  return `${value.toFixed(2)} (goal ${relation} ${goal}: ${isMet ? 'met' : 'missed'})`;
}

/** The middle of some figures; of an even number, the higher of two. */
export function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
