/** Words of schemas and programs, which no person writes. */
const PATTERNS: readonly RegExp[] = [
  /\b[a-z]+[A-Z]\w*/g,
  /\b[A-Za-z]+_[A-Za-z_]+\b/g,
  /\b[A-Z]{4,}\b/g,
  /\bIDs? \d+/g,
  /\b(expected|invalid|undefined|null|NaN|true|false|enum|regex)\b/gi,
  /\[object|[{}]|"\w+":/g,
];
/** What is written so by people: trade marks, formats and units. */
const WRITTEN = /^(iPhone|iPad|mL|JPEG|WebP|CONFLICT|HTTPS)$/;

/** The schema words of a text; `sent` are those that somebody wrote in it themselves. */
export function schemaWords(text: string, sent: readonly string[] = []): string[] {
  const told = sent.reduce((left, one) => left.replaceAll(one, ''), text);
  return PATTERNS.flatMap((pattern) => [...told.matchAll(pattern)].map(([word]) => word)).filter(
    (word) => !WRITTEN.test(word),
  );
}
