/** Words of our own that a recording may show: none is written by people, nor read from records. */
const WORDS = `
  Verdant|Find anything|Skip to content|Navigation|Footer|Privacy|Terms|Support|Profile|Settings|Sign out|Recording|Stop
  Sales Orders|Purchase Orders|Orders|Order|Deal Orders|Approvals|Approval|New order|Cart|Carts|Checkout|Menus|Marketplace
  Customers|Customer|Customer Statuses|Import Customers|Companies|Company|Buyer Companies|Buyer Company|Team|Roles|Brands|Brand
  Products|Product|Product lines|New product|Import Products|Pricing|Price schedules|Price schedule|Inventory|Packages|Items|Offers
  Offer|Our Offers|Bids|Deals|Listings|Listing|Brand Stock|Branded items|Harvest|Harvests|Submitted harvests|Finished harvests
  Intakes|Intake|Fulfillment|Weigh plants|Licenses|Import Licenses|Watched licenses|Disputed licenses|Disputed Licenses
  Shared Licenses|Shared Brands|Shared with you|Sharing|Partner Brands|Brand Invites|Partners|Partner channels|Channels|Network
  Network Overview|Conflicts|Assignment rules|Directory|Connections|Invites|Invite Many|Following|Lists|List|Service Zones
  Service zones|Messages|Notifications|Notification Settings|Reports|Home|Organization|Setup|Get Started|Get started|Billing
  Integrations|Accounting|Wholesale marketplace|Webhooks|API Keys|API Key|Features|Audit Log|Audit log|Access Log|Reconciliation
  Sync health|Scheduled emails|Unsent Emails|Chat Exports|Failed jobs|Benefits|Products in the Books|Customers in the Books
  Compare with the Books|Changes in the Books|Not Sent to the Books
  Support console|Profile settings|Your recordings|Roadmap|Account|More|Menu|Views|Columns|Filters|Filter|Sort|Search|Export|Import
  Save|Cancel|Close|Edit|Delete|Remove|Add|Create|New|Back|Next|Previous|Apply|Clear|Reset|Undo|Retry|Try again|Send|Accept|Reject
  Confirm|Done|Download|Upload|Print|Share|Copy|Archive|Restore|Place order|Create order|Add filter|Save view
  Number|Name|Status|Seller|Buyer|Date|Created|Submitted|Updated|Total|Quantity|Units|Price|License
  Actions|Details|History|Comments|Notes|Payments|Documents|Line items|Ship date|Sales rep|Service zone|Email|Type|Category
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
