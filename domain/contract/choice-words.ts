import { PLAN_LABELS } from '../access/vocabulary';

/** Choices whose stored names aren't people's. */
const CHOICES: Readonly<Record<string, string>> = {
  ...PLAN_LABELS,
  ACH: 'ACH',
  asc: 'Ascending',
  CBD_11: '1:1 CBD',
  COMBINED: 'Combined',
  desc: 'Descending',
  GONE: 'Not there',
  HIGH_CBD: 'High CBD',
  INHERITED: 'Wholesale marketplace',
  MANUAL: 'Managed',
  MARKETPLACE: 'Marketplace',
  METRC: 'Tracking system',
  NA: 'N/A',
  READ: 'Read only',
  REPACKED: 'Repackaged',
  SYNCING_HISTORICAL_DATA: 'Syncing',
  TEAM: 'Channel',
  TEAM_DM: 'Direct conversation',
  THC: 'THC',
  WRITE: 'Read and write',
};

/** `shipDate`, `SHIP_DATE` and `ship-date` as 'ship date'; what people wrote, and abbreviations such as CA, stay as they are. */
export function inWords(name: string): string {
  if (!/^[A-Za-z][A-Za-z\d_-]*$/.test(name) || /^[A-Z]{1,2}$/.test(name)) return name;
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase();
}

const STORED = /^([A-Z]{3,}|[A-Z][A-Z\d]*(_[A-Z\d]+)+|[a-z]+([A-Z-][A-Za-z]+)*)$/;

/** A stored choice, such as `ON_HOLD` or `dueDate`, as a label: 'On hold'. What isn't stored so stays as it is. */
export function choiceText(value: string): string {
  const known = Object.hasOwn(CHOICES, value) ? CHOICES[value] : undefined;
  if (known !== undefined || !STORED.test(value)) return known ?? value;
  const words = inWords(value).replace(/ (usd|id|desc)$/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The same within a sentence: 'on hold'. */
export function choiceWords(value: string): string {
  const label = choiceText(value);
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}
