/** Statements that read tenants' rows of every organization on purpose, with the reason. */
export const FAN_OUTS: readonly { name: string; statement: RegExp; reason: string }[] = [
  {
    name: 'purchase orders',
    statement: /"orders"\."buyer_org_id" = \$/,
    reason: 'An order lies with its seller; its buyer finds it by their own organization.',
  },
  {
    name: 'partners of one’s brands',
    statement: /^select distinct ("partner_brands"\.)?"org_id" from "partner_brands"/,
    reason: 'A partnership lies with the partner; the brand’s owner finds it by their own organization.',
  },
  {
    name: 'partnerships of one’s brands',
    statement: /^select "partner_brands"\."id", .* where \(+"partner_brands"\."owner_org_id" = \$/,
    reason: 'A request lies with who asks; the brand’s owner, who answers it, finds it by their own organization.',
  },
  {
    name: 'shares of one’s brands',
    statement: /"shared_brands"\."owner_org_id" = \$/,
    reason: 'A share lies with the license’s holder; the brand’s owner finds it by their own organization.',
  },
  {
    name: 'a share by its link',
    statement: /^select .* from "shared_brands" where "shared_brands"\."invite_code" = \$1$/,
    reason: 'A link doesn’t say whose license it is of.',
  },
  {
    name: 'licenses that hold items of a brand',
    statement: /^select distinct "license_id" from "tracking_items" where "tracking_items"\."brand_id" = \$1$/,
    reason: 'A brand’s owner asks those who hold it; the statement tells licenses and nothing of their items.',
  },
  {
    name: 'how many packages of a brand licenses hold',
    statement: /^\s*select pack\.license_id, count\(\*\)::int as count from packages pack/,
    reason: 'Before anybody agreed a brand’s owner is told a number and nothing more.',
  },
  {
    name: 'connections of books a webhook is about',
    statement:
      /^select "org_id", "id" from "accounting_connections" where \("accounting_connections"\."external_company_id" in/,
    reason: 'A webhook names the books of a company and not the organization that connected them.',
  },
  {
    name: 'connected books',
    statement: /^select "org_id", "id" from "accounting_connections" where "accounting_connections"\."state" = \$1$/,
    reason: 'A sweep finds what webhooks lost in the books of every organization; it tells ids and nothing more.',
  },
  {
    name: 'listed products',
    statement: /^\s*select products\.brand_id as "brandId"/,
    reason: 'The directory counts what every seller lists.',
  },
  {
    name: 'found products',
    statement: /^\s*select 'product' as "directoryListingType"/,
    reason: 'A buyer searches what every seller lists.',
  },
  {
    name: 'sellers of found products',
    statement: /^\s*select distinct products\.org_id as "orgId" from products where/,
    reason: 'What a buyer found in every seller’s list is shown with prices, which are read at each of them.',
  },
  {
    name: 'how many products are found',
    statement: /^\s*select count\(\*\)::int as count from \(select products\.id from/,
    reason: 'A buyer searches what every seller lists.',
  },
  {
    name: 'strains of a name',
    statement: /^\s*select found\.at, found\.kind, found\.id from/,
    reason: 'A buyer searches what every seller lists.',
  },
  {
    name: 'newly listed products',
    statement: /^\s*select json_build_object\('id', brands\.id, 'name', brands\.name, 'slug'/,
    reason: 'A buyer is told what every seller has listed since.',
  },
  {
    name: 'who follows products',
    statement: /^select distinct "org_id" from "product_follows"$/,
    reason: 'A job looks at what people of every organization follow.',
  },
  {
    name: 'organizations whose programs are told of events',
    statement: /^select "org_id" from "event_streams"$/,
    reason:
      'A job tells those of every organization of licenses that expire; the statement tells ids and nothing more.',
  },
  {
    name: 'who watches licenses',
    statement: /^select distinct "org_id" from "license_watches"$/,
    reason: 'A job looks at what every organization watches.',
  },
  {
    name: 'substitutes',
    statement: /^\s*select substitute\.id, substitute\.org_id as "orgId"/,
    reason: 'A buyer is offered what every seller in the state has of a category.',
  },
  {
    name: 'deliveries to look at again',
    statement: /^select "org_id", "transfer_id" from "intake_todos" where "intake_todos"\."due_at" <= \$1$/,
    reason: 'A job looks at those of every organization.',
  },
  {
    name: 'running bulk actions',
    statement: /^select "org_id", "id" from "changes" where "changes"\."state" = \$1$/,
    reason: 'A job resumes those of every organization after a crash.',
  },
  {
    name: 'mailed reports that are due',
    statement:
      /^select "org_id", "id", "next_at" from "report_mailings" where "report_mailings"\."next_at" <= now\(\)$/,
    reason: 'A job finds those of every organization.',
  },
  {
    name: 'customers of a license',
    statement: /^select "org_id", "company_id" from "customers" where "customers"\."license_id" = \$1$/,
    reason: 'A job moves those of every organization to the zones of its new ZIP code.',
  },
  {
    name: 'connected licenses',
    statement: /^select "org_id", "license_id" from "license_syncs"$/,
    reason: 'A job checks those of every organization.',
  },
  {
    name: 'connected books',
    statement: /^select "org_id", "id" from "accounting_connections" where "accounting_connections"\."state" = \$1$/,
    reason: 'A job checks those of every organization.',
  },
  {
    name: 'organizations whose webhooks wait',
    statement: /^select distinct org_id from webhook_deliveries where state = 'WAITING'$/,
    reason:
      'A process that starts, or missed news, looks for those of every organization; it tells ids and nothing more.',
  },
  {
    name: 'webhook endpoints that are off',
    statement: /^select "org_id", "id" from "webhook_endpoints" where "webhook_endpoints"\."state" = 'DISABLED'/,
    reason: 'A job reminds the owners of every organization.',
  },
  {
    name: 'what is kept for a time',
    statement:
      /^delete from "(chat_exports|accounting_audits|webhook_receipts)" where "\1"\."(created|expires)_at" <=? now\(\)/,
    reason: 'The hourly job removes that of every organization.',
  },
  {
    name: 'webhooks that wait, and endpoints that fail',
    statement: /^\s*select \(select count\(\*\)::int from webhook_deliveries/,
    reason: 'Metrics count those of every organization.',
  },
  {
    name: 'unsent changes',
    statement:
      /^select distinct "org_id", "order_id" from "marketplace_moves" where "marketplace_moves"\."state" = \$1$/,
    reason: 'A job resumes those of every organization.',
  },
  {
    name: 'pictures in use',
    statement: /^select distinct "image_uri" from "product_images" where "product_images"\."image_uri" = any/,
    reason: 'A job asks which stored pictures any organization still shows.',
  },
  {
    name: 'invites to a deleted account',
    statement: /^delete from "company_invites" where "company_invites"\."invited_email" = \$1$/,
    reason: 'A job forgets the email wherever a company invited it.',
  },
  {
    name: 'sellers who invited a buyer',
    statement: /^select "org_id" from "company_invites" where "company_invites"\."invited_email" = \$1 limit \$2$/,
    reason: 'Whoever signs up by invitation is asked by a company of any organization.',
  },
  {
    name: 'a channel’s organization',
    statement: /^select "org_id" from "chat_channels" where "chat_channels"\."id" = \$1$/,
    reason: 'The chat service names a channel alone.',
  },
  {
    name: 'channels the chat service wasn’t told of',
    statement: /^\s*select c\.org_id::int as "orgId", c\.id as "channelId" from chat_channels c/,
    reason: 'A job sends those of every organization.',
  },
  {
    name: 'teams whose channels differ',
    statement: /^\s*select gone\.org_id::int as "orgId" from chat_members gone/,
    reason: 'A job aligns those of every organization.',
  },
  {
    name: 'carts at a company',
    statement:
      /^select "carts"\."id", "buyer_licenses"\."license_id", "cart_items"\."product_id" from "carts" .* where \("carts"\."seller_org_id" = \$/,
    reason: 'A cart lies with its buyer; a seller about to change prices counts those it touches.',
  },
  {
    name: 'how many offers or bids a search finds',
    statement: /^select \(select count\(\*\)::int from \(select 1 from "(offers|deal_bids)" where /,
    reason: 'It counts the offers of all sellers, or the bids of both sides, that its page lists.',
  },
  {
    name: 'offers to bid on',
    statement: /^\s*select\s+offers\.id, offers\.uuid, offers\.org_id as "orgId"/,
    reason: 'An offer lies with its seller; buyers find those shown to them.',
  },
  {
    name: 'an offer by its address',
    statement: /^select .* from "offers" where \("offers"\."uuid" = \$1 and /,
    reason: 'An offer’s address doesn’t say whose it is.',
  },
  {
    name: 'bids of both sides',
    statement: /^\s*select\s+deal_bids\.id, deal_bids\.org_id as "orgId"/,
    reason: 'A bid lies with the seller; its buyer finds it by their own organization.',
  },
  {
    name: 'bids nobody answered',
    statement: /^select "org_id", "offer_id" from "deal_bids" where \("deal_bids"\."status" = \$1/,
    reason: 'A job ends those of every organization.',
  },
  {
    name: 'offers that ended',
    statement: /^select "org_id", "id" from "offers" where \("offers"\."status" = \$1/,
    reason: 'A job ends those of every organization.',
  },
  {
    name: 'what waits to be sent to partners',
    statement:
      /^\s*select count\(\*\)::int as waiting,\s+coalesce\(extract\(epoch from now\(\) - min\([wm]\.created_at\)/,
    reason: 'Metrics count that of every organization.',
  },
  {
    name: 'what was read of licenses longest ago',
    statement: /^\s*select coalesce\(extract\(epoch from now\(\) - min\(r\.read_at\)\), 0\)/,
    reason: 'Metrics tell the oldest of every organization.',
  },
  {
    name: 'brands’ stock at all holders',
    statement: /^\s*select\s+packages\.id, packages\.label as tag/,
    reason: 'A package lies with its holder; partners and owners of brands find those shown to them.',
  },
  {
    name: 'how much of brands’ stock there is',
    statement:
      /^select (\(select count\(\*\)::int from \(select 1 )?from "packages" where \(+packages\.status <> 'INACTIVE' and \(packages\.org_id, packages\.license_id/,
    reason: 'It counts the packages of all holders that its page lists.',
  },
  {
    name: 'totals of brands’ stock',
    statement: /^\s*select grouped\.org_id as "orgId"/,
    reason: 'It sums the packages of all holders that its list has.',
  },
  {
    name: 'who reads packages by shared brands',
    statement: /^select distinct "shared_brands"\."owner_org_id" from "shared_brands"/,
    reason: 'A change of several holders is told to those who read them.',
  },
  {
    name: 'readings of others’ packages',
    statement: /^\s*select\s+shared_reads\.id, shared_reads\.org_id/,
    reason: 'A reading lies with whose packages were read; its reader finds it by their own organization.',
  },
  {
    name: 'how many readings there are',
    statement: /^select \(select count\(\*\)::int from \(select 1 from "shared_reads" where /,
    reason: 'It counts what its page lists, of both sides.',
  },
];
