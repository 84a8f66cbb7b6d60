/** Words of our own that a recording may show: none is written by people, nor read from records. */
const WORDS = `
  Verdant|Find anything|Skip to content|Navigation|Footer|Privacy|Terms|Pricing|Support|Profile|Settings|Sign out|Recording|Stop
  Orders|Purchase orders|Order|Customers|Products|Product lines|Price schedules|Inventory|Packages|Harvests|Intakes|Licenses|Brands
  Companies|Buyer companies|Team|Roles|Messages|Notifications|Directory|Connections|Invites|Deals|Offers|Bids|Reports|Network|Partners
  Marketplace|Menus|Carts|Cart|Checkout|Home|Organization|Setup|Billing|Integrations|Accounting|Audit log|Reconciliation|Fulfillment
  Support console|Profile settings|Your recordings|Roadmap|Account|More|Menu|Views|Columns|Filters|Filter|Sort|Search|Export|Import
  Save|Cancel|Close|Edit|Delete|Remove|Add|Create|New|Back|Next|Previous|Apply|Clear|Reset|Undo|Retry|Try again|Send|Accept|Reject
  Confirm|Done|Download|Upload|Print|Share|Copy|Archive|Restore|Place order|New order|Create order|Add filter|Save view
  Number|Name|Status|Customer|Seller|Buyer|Date|Created|Submitted|Updated|Total|Quantity|Units|Price|License|Company|Brand|Product
  Actions|Details|History|Comments|Notes|Payments|Documents|Line items|Items|Ship date|Sales rep|Service zone|Email|Type|Category
  No results|Nothing here yet|Page Not Found|Sorry, something went wrong.|Loading|Show more|Show less|See all|Select all`;

const SHOWN: ReadonlySet<string> = new Set(
  WORDS.trim()
    .split(/[|\n]/)
    .map((word) => word.trim()),
);

const GROUP = '••••';
/** Characters that one group of dots is for: a price of two digits looks like one of seven. */
const EACH = 8;
const MOST_GROUPS = 12;

/** A text as a recording shows it: one of the listed words, else dots that say roughly how long it is. */
export function maskText(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return text === '' ? '' : ' ';
  if (SHOWN.has(trimmed)) return trimmed;
  if (/^[•\s]+$/.test(trimmed)) return trimmed;
  return Array(Math.min(Math.ceil(trimmed.length / EACH), MOST_GROUPS))
    .fill(GROUP)
    .join(' ');
}
