import { FEATURES } from '../access/features';
import { choiceText, inWords } from '../contract/choice-words';
import { shortDay } from '../dates';
import { decimal, formatAmount, formatUsd, money, multiply } from '../money';
import { zoneText } from '../time-zones';
import { AUDIT_ENTITIES } from './audit-entities';

/** Which record an id in the log is of: a field's kind, as `AuditRecord`'s `names` are keyed. */
const KINDS: Readonly<Record<string, string>> = {
  approverIds: 'member',
  brandId: 'brand',
  brandIds: 'brand',
  companyId: 'company',
  companyIds: 'company',
  companyPaymentOptionId: 'payment-option',
  customerId: 'customer',
  customerIds: 'customer',
  customerStatusId: 'customer-status',
  distributorId: 'company',
  licenseId: 'license',
  licenseIds: 'license',
  managerId: 'member',
  managerIds: 'member',
  orderId: 'order',
  orderIds: 'order',
  orgUserId: 'member',
  packageId: 'package',
  parentId: 'product',
  paymentOptionId: 'payment-option',
  productId: 'product',
  productIds: 'product',
  productLineId: 'product-line',
  recipientIds: 'member',
  roleId: 'role',
  salesRepId: 'member',
  salesRepIds: 'member',
  salesRepOrgUserIds: 'member',
  sellerCompanyId: 'company',
  serviceZoneId: 'customer-service-zone',
  strainId: 'strain',
  targetOrgUserId: 'member',
};

/** The kind of record a field names by id; null for any other field. */
export const auditKindOf = (field: string): string | null =>
  Object.hasOwn(KINDS, field) ? (KINDS[field] ?? null) : null;

/** What describes no change: keys, places, addresses, the side that acted, and what follows from a customer's orders. */
const BOOKKEEPING =
  /^(id|org|orgs|uuid|cid|slug|version|versions|created|createdAt|updated|updatedAt|position|positions|path|undoes|token|subject|selection|except|ids|expectedTotal|expectedUnitMultiplier|serviceId|known|knownQuantity|widths|colors|params|discountType|metrcOwner|as|exposureUsd|submittedUsd|overpaidUsd|dueSince|availableTransitions|checked[A-Z]\w*|can[A-Z]\w*)$/;
const OTHER_IDS = /(Id|Ids|UUID|Uuid|Uri|Url)s?$/;

/** Whether people are told of a field. */
export const isAuditField = (field: string): boolean =>
  !BOOKKEEPING.test(field) && (auditKindOf(field) !== null || !OTHER_IDS.test(field));

/** Fields whose own names say little. */
const LABELS: Readonly<Record<string, string>> = {
  alt: 'Description',
  entity: 'Kind of record',
  feedType: 'Notification',
  lineOne: 'Street',
  match: 'At the asking price',
  aboveUsd: 'Orders above',
  act: 'Action',
  allowFractionalQuantities: 'Fractions',
  apartUsd: 'Apart',
  asked: 'Sign-in opened',
  automatic: 'Taken over automatically',
  answerBy: 'Time to answer',
  by: 'Done by',
  choice: 'Kept',
  fault: 'Problem',
  owner: 'Decided by',
  distributorId: 'Distributor',
  dba: 'Doing business as',
  dueDays: 'Days to pay',
  input: 'Details',
  inventoryManagement: 'Stock from',
  isActive: 'Connected',
  isParent: 'Parent product',
  ending: 'Key ending in',
  externalName: 'Books',
  features: 'Permissions',
  isPublic: 'In the directory',
  keyLastFour: 'Key ending in',
  lastFour: 'Key ending in',
  listingState: 'Status',
  maximumOrder: 'Maximum order',
  mergedUsd: 'Together',
  metrcApiKey: 'Tracking system key',
  mode: 'Stock from',
  movedTo: 'Customers moved to',
  optOutOfMetrcSyncs: 'Not synced',
  orgUserId: 'Team member',
  parentId: 'Parent',
  percentDiscount: 'Percent off',
  pushesFrom: 'Invoices sent once',
  salesRepOrgUserIds: 'Sales reps',
  sellInBulk: 'Priced by the case',
  sellInUnitOfMeasure: 'Sold by',
  showQuantity: 'Quantity shown to buyers',
  sku: 'SKU',
  stateAbbv: 'State',
  targetOrgUserId: 'New owner',
  theirs: 'Tracking system',
  totalEffectiveInventory: 'Available',
  undone: 'Undone',
  unitMultiplier: 'Per case',
  unitOfMeasure: 'Unit',
  url: 'Picture',
  usState: 'State',
};

/** `shipDate` as 'Ship date', `companyIds` as 'Companies', `totalUsd` as 'Total', `isSample` as 'Sample'. */
export function auditFieldLabel(field: string): string {
  if (Object.hasOwn(LABELS, field)) return LABELS[field] ?? field;
  if (Object.hasOwn(FEATURES, field)) return FEATURES[field as keyof typeof FEATURES].name;
  const words = inWords(field)
    .replace(/^(is|has) (?=.)/, '')
    .replace(/ (usd|id)$/, '')
    .replace(/(y|s|) ids$/, (_, end: string) => (end === 'y' ? 'ies' : end === 's' ? 'ses' : 's'))
    .replace(/\bthc\b/g, 'THC');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Fields that say one of a few choices. */
const CHOICE =
  /^(state|act|choice|owner|fault|entity|from|to|value|match|side|turn|step|plan|tier|role|repeat|split|interval|duration|source|settlement|cause|mode|access|audience|outcome|density|prices|kind|kinds|automatic|pushesFrom)$|(status(es)?|state|type|kind|duration|source|management|classification|tier|role)s?$/i;

const MONEY = /(Usd|[pP]rice|Amount)$|^(amount|total|balance)$/;
const QUANTITY = /(quantity|inventory|order|multiplier|available|reserved|ours|theirs|weight|content|adjustedTo)$/i;
const NUMBER = /^-?\d+(\.\d+)?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

export type AuditFields = Readonly<Record<string, unknown>>;
type Fields = AuditFields;
type AuditNames = Readonly<Record<string, string>>;
/** What a value is shown with: names of records by `kind:id`, an instant's words, the fields beside it. */
export type AuditShown = { names: AuditNames; moment: (instant: string) => string; beside?: Fields };

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a record in the log is called, by its own fields; '' when none of them names it. */
export function auditNameOf(fields: Fields): string {
  const { firstName, lastName } = fields;
  if (typeof firstName === 'string' && typeof lastName === 'string') return `${firstName} ${lastName}`.trim();
  const name = NAMES.map((one) => fields[one]).find((value) => typeof value === 'string' && value !== '');
  return name === undefined ? '' : String(name);
}

const NAMES = [
  'orderNumber',
  'name',
  'displayName',
  'product',
  'productName',
  'label',
  'packageLabel',
  'title',
  'itemName',
  'searchText',
  'suggestedName',
  'brandName',
  'licenseNumber',
  'email',
  'invitedEmail',
  'nickname',
];

/** A value of the log as its field's screen shows it; '' for nothing. */
export function auditValue(field: string, value: unknown, shown: AuditShown): string {
  if (value === null || value === undefined || value === '') return '';
  const kind = auditKindOf(field);
  if (Array.isArray(value)) {
    const each = value.map((one) => auditValue(field, one, shown)).filter(Boolean);
    return each.join(value.some(isFields) ? '\n' : ', ');
  }
  if (kind !== null && !isFields(value)) return nameOf(kind, value, shown.names);
  if (isFields(value)) return fieldsText(value, shown);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return leafText(field, String(value), shown);
}

function nameOf(kind: string, id: unknown, names: AuditNames): string {
  if (typeof id === 'string' && !/^\d+$/.test(id)) return choiceText(id);
  return names[`${kind}:${String(id)}`] ?? '';
}

function leafText(field: string, value: string, { moment, beside }: AuditShown): string {
  if (INSTANT.test(value)) return moment(value);
  if (DAY.test(value)) return shortDay(value);
  if (NUMBER.test(value)) {
    const isShare = field === 'percentDiscount' || (field === 'discount' && beside?.discountType === '%');
    if (isShare) return `${money(multiply(value, 100))}%`;
    if (field === 'discount') return formatUsd(value);
    if (MONEY.test(field) && decimal(value).decimalPlaces() <= 2) return formatUsd(value);
    return QUANTITY.test(field) ? formatAmount(value) : value;
  }
  if (field === 'timeZone') return zoneText(value);
  if (field === 'entity') return AUDIT_ENTITIES[value] ?? value;
  if (field === 'orderSource' && value === 'MANUAL') return 'Entered by sales';
  return CHOICE.test(field) ? choiceText(value) : value;
}

/** A record's name, or its fields: 'Blue Dream: 3 cases, Sample'. */
function fieldsText(fields: Fields, shown: AuditShown): string {
  const keys = Object.keys(fields);
  if (keys.length > 0 && keys.every((key) => NUMBER.test(key))) return auditValue('', Object.values(fields), shown);
  const name = auditNameOf(fields);
  const told = Object.entries(fields).filter(([field]) => isAuditField(field) && !NAMES.includes(field));
  if (name !== '' && 'id' in fields) return name;
  const parts = told
    .map(([field, value]) => [field, auditValue(field, value, { ...shown, beside: fields })] as const)
    .filter(([, text]) => text !== '' && text !== 'No')
    .map(([field, text]) => (text === 'Yes' ? auditFieldLabel(field) : `${auditFieldLabel(field)}: ${text}`));
  if (name === '') return parts.join(', ');
  return [name, ...parts].join(', ');
}
