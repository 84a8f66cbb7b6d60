/** A figure beside its goal, in words. */
export function verdict(value: number, relation: '≥' | '≤', goal: number): string {
  const isMet = relation === '≥' ? value >= goal : value <= goal;
  return `${value.toFixed(2)} (goal ${relation} ${goal}: ${isMet ? 'met' : 'missed'})`;
}
