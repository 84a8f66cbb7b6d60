/**
 * What becomes of each table's rows as years go by: `few` grow with people and what they set up, `replaced` are
 * overwritten or cleared by their own area, `records` are the business's own and stay, `swept` are removed by
 * `server/retention/sweeps.ts`, `purged` by the hourly job once they expired, and `stand-in` tables are empty in production.
 */
export const GROWTH = {
  few: `billing: subscriptions hosted_pages
    people: users api_keys credentials organizations organization_flags org_users roles connections user_blocks
      notification_settings usage_people usage_organizations
    parties: companies company_payment_options company_order_terms company_addresses company_invites company_notifications
      distributor_mappings buyer_companies buyer_licenses buyer_company_approvals licenses
      registered_licenses register_imports
    brands: brands brand_images brand_suggestions brand_invites
    network: partner_brands shared_brands
    catalogue: strains product_lines products product_images product_stock price_schedules price_schedule_customers
      price_schedule_product_rules price_schedule_line_rules standing_lists standing_list_lines
    customers: customers customer_statuses customer_service_zones service_zone_areas customer_managers
    inventory: item_rules tracking_items product_items tracking_reads tracking_keys license_syncs wholesale_syncs
    books: accounting_connections accounting_customers accounting_products wholesale_rules
    streams: event_streams webhook_endpoints
    views: saved_searches report_mailings report_mailing_recipients site_flags installation
    chat: chat_channels chat_members network_channels org_channels org_channel_members channel_invites
    marketplace: market_people product_follows
    directory: directory_lists directory_list_entries license_watches
    roadmap: roadmap_entries roadmap_supporters roadmap_updates`,
  replaced: `carts cart_items cart_visits cart_substitutions market_opens call_turns tracking_records intake_todos
    register_import_rows accounting_remotes accounting_suggestions wholesale_records`,
  records: `event_subjects orders order_line_items order_portions sold_lines order_sales_reps order_transitions order_payments
    order_comments order_problems message_links approval_requests offers offer_lots offer_customers deal_bids deal_bid_versions
    stock_movements package_departures packages lab_reports transfers transfer_packages intake_packages
    harvests harvest_plants harvest_packages harvest_ingredients harvest_waste
    license_disputes license_dispute_log license_proofs
    accounting_documents accounting_pushes accounting_proposals wholesale_conflicts`,
  swept: `events shared_reads api_key_uses audit_log tracking_writes tracking_differences marketplace_moves order_mails changes change_files
    with-events: webhook_deliveries webhook_attempts
    with-changes: change_rows`,
  purged: `oidc_payloads signing_keys mail_codes sign_in_attempts idempotency_keys idempotency_steps call_counts failed_jobs
    notifications notification_groups held_letters license_codes chat_mentions chat_exports
    accounting_authorizations accounting_audits webhook_receipts wholesale_lags wholesale_healings
    usage_events recordings
    with-recordings: recording_chunks recording_views
    with-audits: accounting_findings
    with-exports: chat_export_parts`,
  'stand-in': `mailbox sandbox_records sandbox_packages sandbox_plants sandbox_harvests sandbox_waste sandbox_customers sandbox_subscriptions sandbox_pages
    sandbox_chat_app sandbox_chat_users sandbox_chat_sockets sandbox_chat_channels sandbox_chat_members sandbox_chat_messages sandbox_chat_reactions
    sandbox_chat_files sandbox_entities`,
} as const;

const namesIn = (text: string) => text.split(/\s+/).filter((word) => word && !word.endsWith(':'));

/** A kind's tables. */
export const tablesOf = (kind: keyof typeof GROWTH): string[] => namesIn(GROWTH[kind]);

/** The tables that are swept themselves: without those whose rows go with another's. */
export const sweptTables = (): string[] => namesIn(GROWTH.swept.replace(/with-\w+:.*/g, ''));
