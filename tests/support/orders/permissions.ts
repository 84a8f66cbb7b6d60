import type { AccessLevel, FeatureId, FeatureMap } from '../../../domain/access/features';
import type { DefaultRoleId } from '../../../domain/access/roles';
import { both, readOnly } from '../permissions';

/** What somebody gets: what they asked for, that it isn't there, or which permission they lack. */
export type Outcome = 'ok' | 'not found' | `${AccessLevel} ${FeatureId}`;

/** The orders a seller's member is tried on, in the order of the table's lists. */
export const ORDERS_TRIED = ['own', 'others', 'elsewhere'] as const;
/**
 * `own`: one is its sales rep. `others`: of the same company, with another rep. `elsewhere`: one is its rep, but it is of
 * a company only default roles and those assigned to it see.
 */
export type OrderTried = (typeof ORDERS_TRIED)[number];

/** One outcome for any order, as of those refused before an order is looked for; else one for each order tried. */
type Outcomes = Outcome | readonly [own: Outcome, others: Outcome, elsewhere: Outcome];

export type SellerRow = {
  who: string;
  features: FeatureMap | DefaultRoleId;
  /** The companies assigned; a default role needs none. Brands and licenses are never assigned, for orders don't ask for them. */
  companies: 'first' | 'both' | 'none';
  /** Without the flag for all sales orders. */
  unflagged?: true;
  /** Reading an order, its comments, documents and history; a list has exactly those. */
  sees: Outcomes;
  /** Changing, moving, merging, mailing, commenting on or deleting an order. */
  changes: Outcomes;
  /** The lines of a fulfilled order, and opening it again. */
  thaws: Outcomes;
  /** Reading payments and credit, then recording and voiding them. */
  payments: Outcomes;
  pays: Outcomes;
  /** Accepting an order for a customer on hold. */
  overrides: Outcomes;
  /** Entering an order for a customer of the first company; then for a customer in one's own organization. */
  enters: Outcome;
  entersOwn: Outcome;
};

const OK = 'ok';
const NONE = 'not found';
const SEE = 'read BROWSE_MY_ORDERS';
export const EDIT = 'write BROWSE_MY_ORDERS';
const EDIT_ALL = 'write BROWSE_ORDERS';
const THAW = 'write EDIT_FROZEN_ORDERS';
const SEE_MONEY = 'read ORDER_PAYMENTS';
const MOVE_MONEY = 'write ORDER_PAYMENTS';
const CIRCULAR = 'write CIRCULAR_SALES';

export const every = [OK, OK, OK] as const;
const atFirst = [OK, OK, NONE] as const;
export const onlyOwn = [OK, NONE, NONE] as const;
export const nothing = [NONE, NONE, NONE] as const;

const mayNot = {
  sees: SEE,
  changes: EDIT,
  thaws: EDIT,
  payments: SEE_MONEY,
  pays: MOVE_MONEY,
  overrides: EDIT,
  enters: EDIT,
  entersOwn: EDIT,
} as const;

/** Who may do what with sales orders. */
export const SELLERS: readonly SellerRow[] = [
  {
    who: 'an owner',
    features: 'OWNER',
    companies: 'none',
    sees: every,
    changes: every,
    thaws: every,
    payments: every,
    pays: every,
    overrides: every,
    enters: OK,
    entersOwn: OK,
  },
  {
    who: 'an admin',
    features: 'ADMIN',
    companies: 'none',
    sees: every,
    changes: every,
    thaws: every,
    payments: every,
    pays: every,
    overrides: every,
    enters: OK,
    entersOwn: OK,
  },
  {
    who: 'a user, who reads all orders and changes their own',
    features: 'USER',
    companies: 'none',
    sees: every,
    changes: [OK, EDIT_ALL, OK],
    thaws: [THAW, EDIT_ALL, THAW],
    payments: every,
    pays: MOVE_MONEY,
    overrides: [MOVE_MONEY, EDIT_ALL, MOVE_MONEY],
    enters: OK,
    entersOwn: CIRCULAR,
  },
  { who: 'somebody without a permission', features: {}, companies: 'both', ...mayNot },
  {
    who: 'whoever does everything but orders',
    features: { PRODUCTS: both, INVENTORY: both, MANAGE_USERS: both, MANAGE_ROLES: both },
    companies: 'both',
    ...mayNot,
  },
  {
    who: 'whoever keeps customers',
    features: { CUSTOMERS: both },
    companies: 'both',
    ...mayNot,
  },
  {
    who: 'whoever only keeps payments',
    features: { ORDER_PAYMENTS: both },
    companies: 'both',
    ...mayNot,
    payments: nothing,
    pays: nothing,
  },
  {
    who: 'whoever reads all orders',
    features: { BROWSE_ORDERS: readOnly },
    companies: 'first',
    ...mayNot,
    sees: atFirst,
  },
  {
    who: 'whoever reads all orders of both companies',
    features: { BROWSE_ORDERS: readOnly },
    companies: 'both',
    ...mayNot,
    sees: every,
  },
  {
    who: 'whoever changes all orders',
    features: { BROWSE_ORDERS: both },
    companies: 'first',
    ...mayNot,
    sees: atFirst,
    changes: atFirst,
    thaws: [THAW, THAW, NONE],
    overrides: [MOVE_MONEY, MOVE_MONEY, NONE],
    enters: OK,
    entersOwn: CIRCULAR,
  },
  {
    who: 'whoever changes all orders without a company',
    features: { BROWSE_ORDERS: both, ORDER_PAYMENTS: both, EDIT_FROZEN_ORDERS: both, CIRCULAR_SALES: both },
    companies: 'none',
    sees: nothing,
    changes: nothing,
    thaws: nothing,
    payments: nothing,
    pays: nothing,
    overrides: nothing,
    enters: NONE,
    entersOwn: NONE,
  },
  {
    who: 'whoever reads their own orders',
    features: { BROWSE_MY_ORDERS: readOnly },
    companies: 'first',
    ...mayNot,
    sees: onlyOwn,
  },
  {
    who: 'whoever changes their own orders',
    features: { BROWSE_MY_ORDERS: both },
    companies: 'first',
    ...mayNot,
    sees: onlyOwn,
    changes: onlyOwn,
    thaws: [THAW, NONE, NONE],
    overrides: [MOVE_MONEY, NONE, NONE],
    enters: OK,
    entersOwn: CIRCULAR,
  },
  {
    who: 'whoever changes their own orders without a company',
    features: { BROWSE_MY_ORDERS: both },
    companies: 'none',
    ...mayNot,
    sees: nothing,
    changes: nothing,
    thaws: nothing,
    overrides: nothing,
    enters: NONE,
    entersOwn: NONE,
  },
  {
    who: 'whoever reads all orders and changes their own',
    features: { BROWSE_ORDERS: readOnly, BROWSE_MY_ORDERS: both },
    companies: 'first',
    ...mayNot,
    sees: atFirst,
    changes: [OK, EDIT_ALL, NONE],
    thaws: [THAW, EDIT_ALL, NONE],
    overrides: [MOVE_MONEY, EDIT_ALL, NONE],
    enters: OK,
    entersOwn: CIRCULAR,
  },
  {
    who: 'whoever changes all orders where that isn’t turned on',
    features: { BROWSE_ORDERS: both, EDIT_FROZEN_ORDERS: both },
    companies: 'first',
    unflagged: true,
    ...mayNot,
  },
  {
    who: 'whoever changes all and their own where all isn’t turned on',
    features: { BROWSE_ORDERS: both, BROWSE_MY_ORDERS: both },
    companies: 'first',
    unflagged: true,
    ...mayNot,
    sees: onlyOwn,
    changes: onlyOwn,
    thaws: [THAW, NONE, NONE],
    overrides: [MOVE_MONEY, NONE, NONE],
    enters: OK,
    entersOwn: CIRCULAR,
  },
  {
    who: 'whoever changes frozen orders',
    features: { BROWSE_ORDERS: both, EDIT_FROZEN_ORDERS: both },
    companies: 'first',
    ...mayNot,
    sees: atFirst,
    changes: atFirst,
    thaws: atFirst,
    overrides: [MOVE_MONEY, MOVE_MONEY, NONE],
    enters: OK,
    entersOwn: CIRCULAR,
  },
  {
    who: 'whoever only reads frozen orders',
    features: { BROWSE_ORDERS: both, EDIT_FROZEN_ORDERS: readOnly },
    companies: 'first',
    ...mayNot,
    sees: atFirst,
    changes: atFirst,
    thaws: [THAW, THAW, NONE],
    overrides: [MOVE_MONEY, MOVE_MONEY, NONE],
    enters: OK,
    entersOwn: CIRCULAR,
  },
  {
    who: 'whoever reads payments',
    features: { BROWSE_ORDERS: readOnly, ORDER_PAYMENTS: readOnly },
    companies: 'first',
    ...mayNot,
    sees: atFirst,
    payments: atFirst,
  },
  {
    who: 'whoever records payments on orders they only read',
    features: { BROWSE_ORDERS: readOnly, ORDER_PAYMENTS: both },
    companies: 'first',
    ...mayNot,
    sees: atFirst,
    payments: atFirst,
    pays: atFirst,
  },
  {
    who: 'whoever records payments on their own orders',
    features: { BROWSE_MY_ORDERS: both, ORDER_PAYMENTS: both },
    companies: 'first',
    sees: onlyOwn,
    changes: onlyOwn,
    thaws: [THAW, NONE, NONE],
    payments: onlyOwn,
    pays: onlyOwn,
    overrides: onlyOwn,
    enters: OK,
    entersOwn: CIRCULAR,
  },
  {
    who: 'whoever sells to their own organization',
    features: { BROWSE_MY_ORDERS: both, CIRCULAR_SALES: both },
    companies: 'first',
    ...mayNot,
    sees: onlyOwn,
    changes: onlyOwn,
    thaws: [THAW, NONE, NONE],
    overrides: [MOVE_MONEY, NONE, NONE],
    enters: OK,
    entersOwn: OK,
  },
  {
    who: 'whoever only sees such sales',
    features: { BROWSE_MY_ORDERS: both, CIRCULAR_SALES: readOnly },
    companies: 'first',
    ...mayNot,
    sees: onlyOwn,
    changes: onlyOwn,
    thaws: [THAW, NONE, NONE],
    overrides: [MOVE_MONEY, NONE, NONE],
    enters: OK,
    entersOwn: CIRCULAR,
  },
];

/** One outcome of a row's column. */
export const outcomeOn = (cells: Outcomes, at: number): Outcome =>
  typeof cells === 'string' ? cells : (cells[at] ?? 'not found');
