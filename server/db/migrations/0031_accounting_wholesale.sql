-- oldest: 0030_chat_message_terms
CREATE TABLE "accounting_audits" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "accounting_audits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"connection_id" bigint NOT NULL,
	"asked" jsonb NOT NULL,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"problem" text,
	"order_count" integer DEFAULT 0 NOT NULL,
	"compared_count" integer DEFAULT 0 NOT NULL,
	"reached" jsonb,
	"started_by_user_id" uuid,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounting_audits_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "accounting_authorizations" (
	"org_id" bigint NOT NULL,
	"state_hash" text NOT NULL,
	"company_id" bigint NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounting_authorizations_org_id_state_hash_pk" PRIMARY KEY("org_id","state_hash")
);
--> statement-breakpoint
CREATE TABLE "accounting_connections" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "accounting_connections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"system_type" text NOT NULL,
	"external_company_id" text NOT NULL,
	"external_name" text NOT NULL,
	"sealed_tokens" text,
	"access_expires_at" timestamp (3) with time zone,
	"refresh_expires_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"renewing_until" timestamp (3) with time zone,
	"renewing_by" text,
	"state" text DEFAULT 'ACTIVE' NOT NULL,
	"problem" text,
	"preferences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"default_item_expense_account_id" text,
	"default_income_account_id" text,
	"default_order_discount_account_id" text,
	"pushes_from" text,
	"automatic" text[] DEFAULT '{}'::text[] NOT NULL,
	"changes_read_until" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"hook_heard_at" timestamp (3) with time zone,
	"created_by_user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "accounting_connections_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "accounting_connections_state" CHECK ("accounting_connections"."state" in ('ACTIVE', 'REFUSED', 'ENDED'))
);
--> statement-breakpoint
CREATE TABLE "accounting_customers" (
	"org_id" bigint NOT NULL,
	"connection_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"external_id" text NOT NULL,
	"external_name" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounting_customers_org_id_connection_id_customer_id_pk" PRIMARY KEY("org_id","connection_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "accounting_documents" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "accounting_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"connection_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"payment_id" bigint,
	"revision" integer DEFAULT 1 NOT NULL,
	"content" jsonb,
	"sent_revision" integer,
	"sent_content" jsonb,
	"external_id" text,
	"external_version" text,
	"external_number" text,
	"seen" text,
	"incarnation" integer DEFAULT 1 NOT NULL,
	"chosen_number" text,
	"sending" jsonb,
	"undone_at" timestamp (3) with time zone,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"fault" text,
	"problem" text,
	"doubted_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"held_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounting_documents_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "accounting_documents_kind" CHECK ("accounting_documents"."kind" in ('INVOICE', 'PAYMENT')),
	CONSTRAINT "accounting_documents_state" CHECK ("accounting_documents"."state" in ('PENDING', 'SENT', 'FAILED', 'UNDONE')),
	CONSTRAINT "accounting_documents_payment" CHECK (("accounting_documents"."kind" = 'PAYMENT') = ("accounting_documents"."payment_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "accounting_findings" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "accounting_findings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"audit_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"order_id" bigint,
	"external_id" text,
	"ours" text NOT NULL,
	"theirs" text NOT NULL,
	"fix" text NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"settled_by" text,
	"settled_by_user_id" uuid,
	CONSTRAINT "accounting_findings_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "accounting_products" (
	"org_id" bigint NOT NULL,
	"connection_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"external_id" text NOT NULL,
	"external_name" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounting_products_org_id_connection_id_product_id_pk" PRIMARY KEY("org_id","connection_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "accounting_proposals" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "accounting_proposals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"connection_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"external_id" text NOT NULL,
	"external_version" text NOT NULL,
	"order_id" bigint,
	"ours" jsonb NOT NULL,
	"theirs" jsonb NOT NULL,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"decided_by_user_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounting_proposals_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "accounting_proposals_kind" CHECK ("accounting_proposals"."kind" in ('PAID', 'PAYMENT_VOIDED', 'VOIDED', 'AMOUNT', 'NUMBER', 'CUSTOMER', 'RENAMED')),
	CONSTRAINT "accounting_proposals_state" CHECK ("accounting_proposals"."state" in ('OPEN', 'ACCEPTED', 'DISMISSED'))
);
--> statement-breakpoint
CREATE TABLE "accounting_pushes" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "accounting_pushes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"document_id" bigint NOT NULL,
	"revision" integer NOT NULL,
	"act" text NOT NULL,
	"fault" text,
	"detail" text DEFAULT '' NOT NULL,
	"actor_user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounting_pushes_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "accounting_remotes" (
	"org_id" bigint NOT NULL,
	"connection_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"record" jsonb NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "accounting_remotes_org_id_connection_id_kind_external_id_pk" PRIMARY KEY("org_id","connection_id","kind","external_id")
);
--> statement-breakpoint
CREATE TABLE "accounting_suggestions" (
	"org_id" bigint NOT NULL,
	"connection_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"own_id" bigint NOT NULL,
	"external_id" text NOT NULL,
	"certainty" integer NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "accounting_suggestions_org_id_connection_id_kind_own_id_pk" PRIMARY KEY("org_id","connection_id","kind","own_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_entities" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_entities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"stand_in" text NOT NULL,
	"realm" text NOT NULL,
	"kind" text NOT NULL,
	"entity_id" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"data" jsonb NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"modified_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wholesale_conflicts" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "wholesale_conflicts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"sync_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"external_id" text NOT NULL,
	"own_id" bigint NOT NULL,
	"field" text NOT NULL,
	"ours" jsonb,
	"agreed" jsonb,
	"theirs" jsonb,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"choice" text,
	"settled_by_user_id" uuid,
	"settled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wholesale_conflicts_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "wholesale_conflicts_state" CHECK ("wholesale_conflicts"."state" in ('OPEN', 'SETTLED'))
);
--> statement-breakpoint
CREATE TABLE "wholesale_healings" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "wholesale_healings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"sync_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"external_id" text NOT NULL,
	"field" text NOT NULL,
	"was" jsonb,
	"became" jsonb,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wholesale_healings_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "wholesale_lags" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "wholesale_lags_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"sync_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"lag_ms" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wholesale_lags_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "wholesale_records" (
	"org_id" bigint NOT NULL,
	"sync_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"mark" text,
	"theirs" jsonb NOT NULL,
	"agreed" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"own_id" bigint,
	"their_modified_at" timestamp (3) with time zone,
	"sent_digest" text,
	"problem" text,
	"due_at" timestamp (3) with time zone,
	"published" numeric,
	"published_at" timestamp (3) with time zone,
	"stock_mark" integer DEFAULT 0 NOT NULL,
	"shown" numeric,
	"shown_at" timestamp (3) with time zone,
	"is_unsure" boolean DEFAULT false NOT NULL,
	"stock_due_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wholesale_records_org_id_sync_id_kind_external_id_pk" PRIMARY KEY("org_id","sync_id","kind","external_id"),
	CONSTRAINT "wholesale_records_kind" CHECK ("wholesale_records"."kind" in ('PRODUCT', 'CUSTOMER', 'ORDER')),
	CONSTRAINT "wholesale_records_state" CHECK ("wholesale_records"."state" in ('OPEN', 'MATCHED', 'NEW', 'IGNORED'))
);
--> statement-breakpoint
CREATE TABLE "wholesale_rules" (
	"org_id" bigint NOT NULL,
	"sync_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"field" text NOT NULL,
	"owner" text NOT NULL,
	CONSTRAINT "wholesale_rules_org_id_sync_id_kind_field_pk" PRIMARY KEY("org_id","sync_id","kind","field")
);
--> statement-breakpoint
ALTER TABLE "product_stock" ADD COLUMN "set_aside" numeric;--> statement-breakpoint
ALTER TABLE "wholesale_syncs" ADD COLUMN "company_id" bigint;--> statement-breakpoint
ALTER TABLE "wholesale_syncs" ADD COLUMN "hook_id" uuid;--> statement-breakpoint
ALTER TABLE "wholesale_syncs" ADD COLUMN "sealed_hook_key" text;--> statement-breakpoint
ALTER TABLE "wholesale_syncs" ADD COLUMN "hook_heard_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wholesale_syncs" ADD COLUMN "started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wholesale_syncs" ADD COLUMN "orders_read_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wholesale_syncs" ADD COLUMN "products_read_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wholesale_syncs" ADD COLUMN "swept_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wholesale_syncs" ADD COLUMN "orders_known_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wholesale_syncs" ADD COLUMN "stock_compared_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "severed_product_ids" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounting_audits" ADD CONSTRAINT "accounting_audits_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_audits" ADD CONSTRAINT "accounting_audits_started_by_user_id_users_id_fk" FOREIGN KEY ("started_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_audits" ADD CONSTRAINT "accounting_audits_connection_id_fk" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."accounting_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_authorizations" ADD CONSTRAINT "accounting_authorizations_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_authorizations" ADD CONSTRAINT "accounting_authorizations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_authorizations" ADD CONSTRAINT "accounting_authorizations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_connections" ADD CONSTRAINT "accounting_connections_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_connections" ADD CONSTRAINT "accounting_connections_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_connections" ADD CONSTRAINT "accounting_connections_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_customers" ADD CONSTRAINT "accounting_customers_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_customers" ADD CONSTRAINT "accounting_customers_connection_id_fk" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."accounting_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_customers" ADD CONSTRAINT "accounting_customers_customer_id_fk" FOREIGN KEY ("org_id","customer_id") REFERENCES "public"."customers"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_documents" ADD CONSTRAINT "accounting_documents_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_documents" ADD CONSTRAINT "accounting_documents_connection_id_fk" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."accounting_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_documents" ADD CONSTRAINT "accounting_documents_order_id_fk" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_findings" ADD CONSTRAINT "accounting_findings_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_findings" ADD CONSTRAINT "accounting_findings_settled_by_user_id_users_id_fk" FOREIGN KEY ("settled_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_findings" ADD CONSTRAINT "accounting_findings_audit_id_fk" FOREIGN KEY ("org_id","audit_id") REFERENCES "public"."accounting_audits"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_findings" ADD CONSTRAINT "accounting_findings_order_id_fk" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_products" ADD CONSTRAINT "accounting_products_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_products" ADD CONSTRAINT "accounting_products_connection_id_fk" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."accounting_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_products" ADD CONSTRAINT "accounting_products_product_id_fk" FOREIGN KEY ("org_id","product_id") REFERENCES "public"."products"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_proposals" ADD CONSTRAINT "accounting_proposals_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_proposals" ADD CONSTRAINT "accounting_proposals_decided_by_user_id_users_id_fk" FOREIGN KEY ("decided_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_proposals" ADD CONSTRAINT "accounting_proposals_connection_id_fk" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."accounting_connections"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_proposals" ADD CONSTRAINT "accounting_proposals_order_id_fk" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_pushes" ADD CONSTRAINT "accounting_pushes_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_pushes" ADD CONSTRAINT "accounting_pushes_actor_user_id_users_id_fk" FOREIGN KEY ("actor_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_pushes" ADD CONSTRAINT "accounting_pushes_document_id_fk" FOREIGN KEY ("org_id","document_id") REFERENCES "public"."accounting_documents"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_remotes" ADD CONSTRAINT "accounting_remotes_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_remotes" ADD CONSTRAINT "accounting_remotes_connection_id_fk" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."accounting_connections"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_suggestions" ADD CONSTRAINT "accounting_suggestions_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounting_suggestions" ADD CONSTRAINT "accounting_suggestions_connection_id_fk" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."accounting_connections"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wholesale_conflicts" ADD CONSTRAINT "wholesale_conflicts_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wholesale_conflicts" ADD CONSTRAINT "wholesale_conflicts_settled_by_user_id_users_id_fk" FOREIGN KEY ("settled_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wholesale_conflicts" ADD CONSTRAINT "wholesale_conflicts_sync_id_fk" FOREIGN KEY ("org_id","sync_id") REFERENCES "public"."wholesale_syncs"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wholesale_healings" ADD CONSTRAINT "wholesale_healings_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wholesale_healings" ADD CONSTRAINT "wholesale_healings_sync_id_fk" FOREIGN KEY ("org_id","sync_id") REFERENCES "public"."wholesale_syncs"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wholesale_lags" ADD CONSTRAINT "wholesale_lags_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wholesale_lags" ADD CONSTRAINT "wholesale_lags_sync_id_fk" FOREIGN KEY ("org_id","sync_id") REFERENCES "public"."wholesale_syncs"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wholesale_records" ADD CONSTRAINT "wholesale_records_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wholesale_records" ADD CONSTRAINT "wholesale_records_sync_id_fk" FOREIGN KEY ("org_id","sync_id") REFERENCES "public"."wholesale_syncs"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wholesale_rules" ADD CONSTRAINT "wholesale_rules_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wholesale_rules" ADD CONSTRAINT "wholesale_rules_sync_id_fk" FOREIGN KEY ("org_id","sync_id") REFERENCES "public"."wholesale_syncs"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounting_audits_connection" ON "accounting_audits" USING btree ("org_id","connection_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounting_connections_company" ON "accounting_connections" USING btree ("org_id","company_id") WHERE "accounting_connections"."state" <> 'ENDED';--> statement-breakpoint
CREATE INDEX "accounting_connections_external" ON "accounting_connections" USING btree ("external_company_id");--> statement-breakpoint
CREATE INDEX "accounting_customers_external" ON "accounting_customers" USING btree ("org_id","connection_id","external_id");--> statement-breakpoint
CREATE INDEX "accounting_customers_customer" ON "accounting_customers" USING btree ("org_id","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounting_documents_invoice" ON "accounting_documents" USING btree ("org_id","connection_id","order_id") WHERE "accounting_documents"."kind" = 'INVOICE';--> statement-breakpoint
CREATE UNIQUE INDEX "accounting_documents_payment" ON "accounting_documents" USING btree ("org_id","connection_id","payment_id") WHERE "accounting_documents"."kind" = 'PAYMENT';--> statement-breakpoint
CREATE INDEX "accounting_documents_order" ON "accounting_documents" USING btree ("org_id","order_id");--> statement-breakpoint
CREATE INDEX "accounting_documents_external" ON "accounting_documents" USING btree ("org_id","connection_id","external_id");--> statement-breakpoint
CREATE INDEX "accounting_documents_open" ON "accounting_documents" USING btree ("org_id","connection_id","id") WHERE "accounting_documents"."state" in ('PENDING', 'FAILED');--> statement-breakpoint
CREATE INDEX "accounting_findings_audit" ON "accounting_findings" USING btree ("org_id","audit_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounting_findings_found" ON "accounting_findings" USING btree ("org_id","audit_id","kind",coalesce("order_id", 0),coalesce("external_id", ''));--> statement-breakpoint
CREATE INDEX "accounting_findings_order" ON "accounting_findings" USING btree ("org_id","order_id");--> statement-breakpoint
CREATE INDEX "accounting_products_external" ON "accounting_products" USING btree ("org_id","connection_id","external_id");--> statement-breakpoint
CREATE INDEX "accounting_products_product" ON "accounting_products" USING btree ("org_id","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounting_proposals_change" ON "accounting_proposals" USING btree ("org_id","connection_id","kind","external_id","external_version");--> statement-breakpoint
CREATE INDEX "accounting_proposals_open" ON "accounting_proposals" USING btree ("org_id","connection_id","id") WHERE "accounting_proposals"."state" = 'OPEN';--> statement-breakpoint
CREATE INDEX "accounting_proposals_order" ON "accounting_proposals" USING btree ("org_id","order_id");--> statement-breakpoint
CREATE INDEX "accounting_pushes_document" ON "accounting_pushes" USING btree ("org_id","document_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_entities_entity" ON "sandbox_entities" USING btree ("stand_in","realm","kind","entity_id");--> statement-breakpoint
CREATE INDEX "sandbox_entities_modified" ON "sandbox_entities" USING btree ("stand_in","realm","kind","modified_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "wholesale_conflicts_open" ON "wholesale_conflicts" USING btree ("org_id","sync_id","kind","external_id","field") WHERE "wholesale_conflicts"."state" = 'OPEN';--> statement-breakpoint
CREATE INDEX "wholesale_conflicts_own" ON "wholesale_conflicts" USING btree ("org_id","kind","own_id");--> statement-breakpoint
CREATE INDEX "wholesale_healings_recent" ON "wholesale_healings" USING btree ("org_id","sync_id","id");--> statement-breakpoint
CREATE INDEX "wholesale_lags_recent" ON "wholesale_lags" USING btree ("org_id","sync_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "wholesale_records_own" ON "wholesale_records" USING btree ("org_id","sync_id","kind","own_id") WHERE "wholesale_records"."own_id" is not null;--> statement-breakpoint
CREATE INDEX "wholesale_records_problem" ON "wholesale_records" USING btree ("org_id","sync_id","kind") WHERE "wholesale_records"."problem" is not null;--> statement-breakpoint
CREATE INDEX "wholesale_records_due" ON "wholesale_records" USING btree ("org_id","sync_id","kind","due_at") WHERE "wholesale_records"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "wholesale_records_of_own" ON "wholesale_records" USING btree ("org_id","kind","own_id");--> statement-breakpoint
CREATE INDEX "wholesale_records_stock_due" ON "wholesale_records" USING btree ("org_id","sync_id","stock_due_at") WHERE "wholesale_records"."stock_due_at" is not null;--> statement-breakpoint
ALTER TABLE "wholesale_syncs" ADD CONSTRAINT "wholesale_syncs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "wholesale_syncs_hook" ON "wholesale_syncs" USING btree ("org_id","hook_id");