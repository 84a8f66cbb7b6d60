CREATE SEQUENCE "public"."order_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 100000 CACHE 1;--> statement-breakpoint
CREATE TABLE "hosted_pages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hosted_pages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"checkout_id" uuid NOT NULL,
	"service_id" text,
	"tier" text NOT NULL,
	"duration" text NOT NULL,
	"state" text DEFAULT 'created' NOT NULL,
	"url" text,
	"expires_at" timestamp (3) with time zone,
	"requested_by_user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hosted_pages_tier" CHECK ("hosted_pages"."tier" in ('PAYG', 'STARTER', 'BASIC', 'ENTERPRISE')),
	CONSTRAINT "hosted_pages_duration" CHECK ("hosted_pages"."duration" in ('MONTHLY', 'YEARLY')),
	CONSTRAINT "hosted_pages_state" CHECK ("hosted_pages"."state" in ('created', 'requested', 'succeeded', 'cancelled', 'acknowledged')),
	CONSTRAINT "hosted_pages_requested" CHECK ("hosted_pages"."state" = 'created' or ("hosted_pages"."service_id" is not null and "hosted_pages"."url" is not null and "hosted_pages"."expires_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "sandbox_pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"customer_id" text NOT NULL,
	"customer_name" text NOT NULL,
	"state" text DEFAULT 'created' NOT NULL,
	"tier" text,
	"duration" text,
	"return_url" text NOT NULL,
	"cancel_url" text NOT NULL,
	"idempotency_key" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_pages_state" CHECK ("sandbox_pages"."state" in ('created', 'requested', 'succeeded', 'cancelled', 'acknowledged')),
	CONSTRAINT "sandbox_pages_sells" CHECK (("sandbox_pages"."kind" = 'checkout') = ("sandbox_pages"."tier" is not null and "sandbox_pages"."duration" is not null))
);
--> statement-breakpoint
CREATE TABLE "sandbox_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"tier" text NOT NULL,
	"duration" text NOT NULL,
	"status" text NOT NULL,
	"current_term_end" timestamp (3) with time zone NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"service_id" text NOT NULL,
	"tier" text NOT NULL,
	"duration" text NOT NULL,
	"status" text NOT NULL,
	"current_term_end" timestamp (3) with time zone NOT NULL,
	"service_version" bigint NOT NULL,
	"former_versions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"portal_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_tier" CHECK ("subscriptions"."tier" in ('PAYG', 'STARTER', 'BASIC', 'ENTERPRISE')),
	CONSTRAINT "subscriptions_duration" CHECK ("subscriptions"."duration" in ('MONTHLY', 'YEARLY')),
	CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" in ('active', 'non_renewing', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "brand_images" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "brand_images_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"brand_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"image_uri" text NOT NULL,
	"alt" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "brand_invites" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "brand_invites_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"brand_id" bigint NOT NULL,
	"invite_code" text NOT NULL,
	"invited_email" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'INVITED' NOT NULL,
	"invited_by_user_id" uuid NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_by_org_id" bigint,
	"answered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "brand_invites_status" CHECK ("brand_invites"."status" in ('INVITED', 'ACCEPTED', 'INVITE_REJECTED', 'WITHDRAWN'))
);
--> statement-breakpoint
CREATE TABLE "brand_suggestions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "brand_suggestions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"suggested_by_user_id" uuid NOT NULL,
	"suggested_name" text NOT NULL,
	"suggested_states" text[] NOT NULL,
	"auto_claim" boolean NOT NULL,
	"invited_email" text,
	"invited_email_message" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'IN_REVIEW' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"brand_id" bigint,
	"decided_by_user_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "brand_suggestions_status" CHECK ("brand_suggestions"."status" in ('IN_REVIEW', 'APPROVED', 'REJECTED'))
);
--> statement-breakpoint
CREATE TABLE "partner_brands" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "partner_brands_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"brand_id" bigint NOT NULL,
	"owner_org_id" bigint NOT NULL,
	"can_view_packages" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_brands_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "partner_brands_two_organizations" CHECK ("partner_brands"."org_id" <> "partner_brands"."owner_org_id")
);
--> statement-breakpoint
CREATE TABLE "change_files" (
	"org_id" bigint NOT NULL,
	"change_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"total" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "change_files_org_id_change_id_number_pk" PRIMARY KEY("org_id","change_id","number")
);
--> statement-breakpoint
CREATE TABLE "change_rows" (
	"org_id" bigint NOT NULL,
	"change_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"subject_id" bigint,
	"label" text NOT NULL,
	"ok" boolean,
	"reasons" text[] DEFAULT '{}'::text[] NOT NULL,
	"verdict" text,
	"kept" jsonb,
	"undone" text,
	CONSTRAINT "change_rows_org_id_change_id_position_pk" PRIMARY KEY("org_id","change_id","position")
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"org_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text DEFAULT 'BULK' NOT NULL,
	"path" text NOT NULL,
	"entity" text NOT NULL,
	"act" text NOT NULL,
	"input" jsonb NOT NULL,
	"user_id" uuid NOT NULL,
	"impersonator_user_id" uuid,
	"time_zone" text NOT NULL,
	"state" text DEFAULT 'RUNNING' NOT NULL,
	"total" integer NOT NULL,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"undoes_id" bigint,
	"undoable" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "changes_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "approval_requests" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "approval_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"buyer_company_id" bigint NOT NULL,
	"buyer_license_id" bigint NOT NULL,
	"seller_company_id" bigint NOT NULL,
	"cart_id" bigint NOT NULL,
	"status" text DEFAULT 'WAITING' NOT NULL,
	"why" text NOT NULL,
	"asked_order" jsonb NOT NULL,
	"total_usd" numeric(14, 2) NOT NULL,
	"asked_by_user_id" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"asked_of_ids" bigint[] NOT NULL,
	"decided_by_user_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"order_id" bigint,
	"order_number" text,
	CONSTRAINT "approval_requests_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "approval_requests_status_known" CHECK ("approval_requests"."status" in ('WAITING', 'APPROVED', 'DECLINED', 'WITHDRAWN'))
);
--> statement-breakpoint
CREATE TABLE "cart_items" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "cart_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"cart_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"quantity" numeric NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"expected_unit_multiplier" numeric NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_items_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "cart_items_quantity" CHECK ("cart_items"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "cart_visits" (
	"org_id" bigint NOT NULL,
	"page" text NOT NULL,
	"org_user_id" bigint NOT NULL,
	"buyer_company_id" bigint NOT NULL,
	"cart_ids" bigint[] NOT NULL,
	"line_id" bigint,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"is_over" boolean DEFAULT false NOT NULL,
	CONSTRAINT "cart_visits_org_id_page_pk" PRIMARY KEY("org_id","page")
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "carts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"buyer_company_id" bigint NOT NULL,
	"buyer_license_id" bigint NOT NULL,
	"seller_org_id" bigint NOT NULL,
	"seller_company_id" bigint NOT NULL,
	"order_notes" text DEFAULT '' NOT NULL,
	"delivery_preferences" text DEFAULT '' NOT NULL,
	"approval_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "carts_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "price_schedule_customers" (
	"org_id" bigint NOT NULL,
	"schedule_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	CONSTRAINT "price_schedule_customers_org_id_customer_id_schedule_id_pk" PRIMARY KEY("org_id","customer_id","schedule_id")
);
--> statement-breakpoint
CREATE TABLE "price_schedule_line_rules" (
	"org_id" bigint NOT NULL,
	"schedule_id" bigint NOT NULL,
	"product_line_id" bigint NOT NULL,
	"price" numeric(14, 2),
	"percent_discount" numeric,
	CONSTRAINT "price_schedule_line_rules_org_id_schedule_id_product_line_id_pk" PRIMARY KEY("org_id","schedule_id","product_line_id"),
	CONSTRAINT "price_schedule_line_rules_one" CHECK (("price_schedule_line_rules"."price" is null) <> ("price_schedule_line_rules"."percent_discount" is null))
);
--> statement-breakpoint
CREATE TABLE "price_schedule_product_rules" (
	"org_id" bigint NOT NULL,
	"schedule_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"price" numeric(14, 2) NOT NULL,
	CONSTRAINT "price_schedule_product_rules_org_id_schedule_id_product_id_pk" PRIMARY KEY("org_id","schedule_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "price_schedules" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "price_schedules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_schedules_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "product_images" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "product_images_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"image_uri" text NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	CONSTRAINT "product_images_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "product_lines" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "product_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"brand_id" bigint NOT NULL,
	"name" text NOT NULL,
	"menu_position" integer NOT NULL,
	CONSTRAINT "product_lines_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "product_stock" (
	"org_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"quantity" numeric DEFAULT '0' NOT NULL,
	"reserved" numeric DEFAULT '0' NOT NULL,
	CONSTRAINT "product_stock_org_id_product_id_pk" PRIMARY KEY("org_id","product_id"),
	CONSTRAINT "product_stock_quantity" CHECK ("product_stock"."quantity" >= 0),
	CONSTRAINT "product_stock_reserved" CHECK ("product_stock"."reserved" >= 0)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"brand_id" bigint NOT NULL,
	"product_line_id" bigint,
	"strain_id" bigint,
	"parent_id" bigint,
	"is_parent" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"sku" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"category" text NOT NULL,
	"subcategory_id" integer,
	"wholesale_price" numeric(14, 2) NOT NULL,
	"sale_price" numeric(14, 2),
	"unit_of_measure" text NOT NULL,
	"sell_in_unit_of_measure" text NOT NULL,
	"sell_in_bulk" boolean DEFAULT false NOT NULL,
	"unit_multiplier" numeric DEFAULT '1' NOT NULL,
	"minimum_order" numeric,
	"maximum_order" numeric,
	"allow_fractional_quantities" boolean DEFAULT false NOT NULL,
	"show_quantity" boolean DEFAULT true NOT NULL,
	"inventory_management" text NOT NULL,
	"listing_state" text NOT NULL,
	"listed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_edit" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "products_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "products_multiplier" CHECK ("products"."unit_multiplier" > 0),
	CONSTRAINT "products_parent_unsold" CHECK (not "products"."is_parent" or ("products"."parent_id" is null and "products"."listing_state" in ('INTERNAL', 'ARCHIVED')))
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stock_movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"order_id" bigint,
	"kind" text NOT NULL,
	"quantity_delta" numeric NOT NULL,
	"reserved_delta" numeric NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"actor_user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_movements_org_id_product_id_id_pk" PRIMARY KEY("org_id","product_id","id"),
	CONSTRAINT "stock_movements_kind" CHECK ("stock_movements"."kind" in ('opening', 'reserve', 'release', 'take', 'return', 'adjust', 'sync', 'leave', 'back'))
);
--> statement-breakpoint
CREATE TABLE "strains" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "strains_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"name" text NOT NULL,
	"strain_classification" text NOT NULL,
	CONSTRAINT "strains_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "chat_channels" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"org_id" bigint NOT NULL,
	"channel_type" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"unique_key" text NOT NULL,
	"topic" text DEFAULT '' NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_by_user_id" uuid,
	"revision" integer DEFAULT 0 NOT NULL,
	"synced_revision" integer DEFAULT -1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_channels_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "chat_channels_type" CHECK ("chat_channels"."channel_type" in ('TEAM', 'TEAM_DM'))
);
--> statement-breakpoint
CREATE TABLE "chat_members" (
	"org_id" bigint NOT NULL,
	"channel_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_members_org_id_channel_id_user_id_pk" PRIMARY KEY("org_id","channel_id","user_id"),
	CONSTRAINT "chat_members_role" CHECK ("chat_members"."role" in ('owner', 'member'))
);
--> statement-breakpoint
CREATE TABLE "company_addresses" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "company_addresses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"name" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"line_one" text NOT NULL,
	"city" text NOT NULL,
	"us_state" text NOT NULL,
	"postal_code" text NOT NULL,
	"display_order" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_addresses_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "company_invites" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "company_invites_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"invited_email" text NOT NULL,
	"invited_by_user_id" uuid NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "company_invites_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "company_notifications" (
	"org_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"org_user_id" bigint NOT NULL,
	"feed_type" text NOT NULL,
	CONSTRAINT "company_notifications_org_id_company_id_feed_type_org_user_id_pk" PRIMARY KEY("org_id","company_id","feed_type","org_user_id")
);
--> statement-breakpoint
CREATE TABLE "distributor_mappings" (
	"org_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"brand_id" bigint NOT NULL,
	"distributor_id" bigint NOT NULL,
	CONSTRAINT "distributor_mappings_org_id_company_id_brand_id_pk" PRIMARY KEY("org_id","company_id","brand_id")
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "connections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"inviting_user_id" uuid NOT NULL,
	"invited_user_id" uuid NOT NULL,
	"status" text NOT NULL,
	"invited_at" timestamp (3) with time zone NOT NULL,
	"connected_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connections_status" CHECK ("connections"."status" in ('INVITED', 'ACCEPTED', 'IGNORED', 'REMOVED')),
	CONSTRAINT "connections_two_people" CHECK ("connections"."inviting_user_id" <> "connections"."invited_user_id")
);
--> statement-breakpoint
CREATE TABLE "customer_managers" (
	"org_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"org_user_id" bigint NOT NULL,
	CONSTRAINT "customer_managers_org_id_customer_id_org_user_id_pk" PRIMARY KEY("org_id","customer_id","org_user_id")
);
--> statement-breakpoint
CREATE TABLE "customer_service_zones" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "customer_service_zones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "customer_service_zones_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "customer_statuses" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "customer_statuses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "customer_statuses_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "customers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"license_id" bigint,
	"name" text NOT NULL,
	"phone" text,
	"email" text,
	"address" text,
	"delivery_preferences" text,
	"notes" text,
	"delinquent" boolean DEFAULT false NOT NULL,
	"service_zone_id" bigint,
	"service_zone_by_hand" boolean DEFAULT false NOT NULL,
	"customer_status_id" bigint,
	"payment_option_ids" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"payment_options_locked" boolean DEFAULT false NOT NULL,
	"payment_terms_days" integer,
	"credit_limit_usd" numeric(14, 2),
	"on_hold" boolean DEFAULT false NOT NULL,
	"hold_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "customers_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "customers_terms" CHECK ("customers"."payment_terms_days" >= 0),
	CONSTRAINT "customers_credit_limit" CHECK ("customers"."credit_limit_usd" >= 0)
);
--> statement-breakpoint
CREATE TABLE "service_zone_areas" (
	"org_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"service_zone_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"code" text NOT NULL,
	CONSTRAINT "service_zone_areas_org_id_company_id_kind_code_pk" PRIMARY KEY("org_id","company_id","kind","code"),
	CONSTRAINT "service_zone_areas_kind" CHECK ("service_zone_areas"."kind" in ('county', 'postalCode'))
);
--> statement-breakpoint
CREATE TABLE "deal_bid_versions" (
	"org_id" bigint NOT NULL,
	"bid_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"side" text NOT NULL,
	"price" numeric(14, 2) NOT NULL,
	"quantity" numeric NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deal_bid_versions_org_id_bid_id_version_pk" PRIMARY KEY("org_id","bid_id","version"),
	CONSTRAINT "deal_versions_side" CHECK ("deal_bid_versions"."side" in ('BUYER', 'SELLER'))
);
--> statement-breakpoint
CREATE TABLE "deal_bids" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "deal_bids_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"offer_id" bigint NOT NULL,
	"buyer_org_id" bigint NOT NULL,
	"buyer_company_id" bigint NOT NULL,
	"buyer_license_id" bigint NOT NULL,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"turn" text NOT NULL,
	"price" numeric(14, 2) NOT NULL,
	"quantity" numeric NOT NULL,
	"answer_by" timestamp (3) with time zone NOT NULL,
	"held" numeric DEFAULT '0' NOT NULL,
	"held_base" numeric DEFAULT '0' NOT NULL,
	"order_id" bigint,
	"created_by_user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "deal_bids_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "deal_bids_status" CHECK ("deal_bids"."status" in ('OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'EXPIRED')),
	CONSTRAINT "deal_bids_turn" CHECK ("deal_bids"."turn" in ('BUYER', 'SELLER')),
	CONSTRAINT "deal_bids_terms" CHECK ("deal_bids"."price" > 0 and "deal_bids"."quantity" > 0 and "deal_bids"."held" >= 0 and "deal_bids"."held_base" >= 0),
	CONSTRAINT "deal_bids_holds" CHECK ("deal_bids"."status" = 'OPEN' or ("deal_bids"."held" = 0 and "deal_bids"."held_base" = 0)),
	CONSTRAINT "deal_bids_order" CHECK (("deal_bids"."status" = 'ACCEPTED') = ("deal_bids"."order_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "offer_customers" (
	"org_id" bigint NOT NULL,
	"offer_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	CONSTRAINT "offer_customers_org_id_offer_id_customer_id_pk" PRIMARY KEY("org_id","offer_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "offer_lots" (
	"org_id" bigint NOT NULL,
	"offer_id" bigint NOT NULL,
	"package_id" bigint NOT NULL,
	"label" text NOT NULL,
	CONSTRAINT "offer_lots_org_id_offer_id_package_id_pk" PRIMARY KEY("org_id","offer_id","package_id")
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "offers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"company_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"product_name" text NOT NULL,
	"brand_name" text NOT NULL,
	"unit_of_measure" text NOT NULL,
	"sold_in_bulk" boolean NOT NULL,
	"unit_multiplier" numeric NOT NULL,
	"quantity" numeric NOT NULL,
	"taken" numeric DEFAULT '0' NOT NULL,
	"held" numeric DEFAULT '0' NOT NULL,
	"smallest_quantity" numeric NOT NULL,
	"asking_price" numeric(14, 2) NOT NULL,
	"audience" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'OPEN' NOT NULL,
	"created_by_user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "offers_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "offers_quantity" CHECK ("offers"."taken" >= 0 and "offers"."held" >= 0 and "offers"."taken" + "offers"."held" <= "offers"."quantity"),
	CONSTRAINT "offers_smallest" CHECK ("offers"."smallest_quantity" > 0 and "offers"."smallest_quantity" <= "offers"."quantity"),
	CONSTRAINT "offers_price" CHECK ("offers"."asking_price" > 0),
	CONSTRAINT "offers_status" CHECK ("offers"."status" in ('OPEN', 'FILLED', 'CLOSED', 'EXPIRED')),
	CONSTRAINT "offers_audience" CHECK ("offers"."audience" in ('EVERYBODY', 'PARTNERS', 'CUSTOMERS'))
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"password_hash" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"password_hash" text,
	"first_name" text,
	"last_name" text,
	"return_to" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mailbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oidc_payloads" (
	"model" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"uid" text,
	"grant_id" text,
	"user_code" text,
	"account_id" text,
	"consumed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "oidc_payloads_model_id_pk" PRIMARY KEY("model","id")
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_attempt_at" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"private_jwk" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"signs_from" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"profile_image_uri" text,
	"cover_image_uri" text,
	"connection_code" text DEFAULT gen_random_uuid()::text NOT NULL,
	"onboarded" boolean DEFAULT false NOT NULL,
	"is_support" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"former_subject" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_subject_unique" UNIQUE("subject")
);
--> statement-breakpoint
CREATE TABLE "call_turns" (
	"name" text PRIMARY KEY NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "license_syncs" (
	"org_id" bigint NOT NULL,
	"license_id" bigint NOT NULL,
	"org_user_id" bigint,
	"sealed_key" text,
	"last_four" text,
	"checked_at" timestamp (3) with time zone,
	"problem" text,
	"round_began_at" timestamp (3) with time zone,
	"compared_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "license_syncs_org_id_license_id_pk" PRIMARY KEY("org_id","license_id"),
	CONSTRAINT "license_syncs_one_key" CHECK (("license_syncs"."org_user_id" is null) <> ("license_syncs"."sealed_key" is null))
);
--> statement-breakpoint
CREATE TABLE "marketplace_moves" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "marketplace_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"us_state" text NOT NULL,
	"order_id" bigint NOT NULL,
	"external_id" text NOT NULL,
	"action" text NOT NULL,
	"leaves" text NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"problem" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"held_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "marketplace_moves_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "marketplace_moves_state" CHECK ("marketplace_moves"."state" in ('PENDING', 'SENT', 'REFUSED', 'DROPPED'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_records" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_records_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"stand_in" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tracking_keys" (
	"org_id" bigint NOT NULL,
	"org_user_id" bigint NOT NULL,
	"us_state" text NOT NULL,
	"sealed_key" text NOT NULL,
	"last_four" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tracking_keys_org_id_org_user_id_us_state_pk" PRIMARY KEY("org_id","org_user_id","us_state")
);
--> statement-breakpoint
CREATE TABLE "wholesale_syncs" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "wholesale_syncs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"us_state" text NOT NULL,
	"sealed_key" text,
	"last_four" text,
	"access" text NOT NULL,
	"problem" text,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"created_by_user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wholesale_syncs_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "wholesale_syncs_access" CHECK ("wholesale_syncs"."access" in ('READ', 'WRITE'))
);
--> statement-breakpoint
CREATE TABLE "item_rules" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "item_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"brand_id" bigint NOT NULL,
	"search_text" text NOT NULL,
	"license_ids" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"us_state" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "item_rules_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "package_departures" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "package_departures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"package_id" bigint,
	"order_id" bigint,
	"quantity" numeric NOT NULL,
	"is_transfer" boolean NOT NULL,
	"recipient_license" text,
	"left_at" timestamp (3) with time zone NOT NULL,
	"actor_user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "package_departures_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "package_departures_quantity" CHECK ("package_departures"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "packages" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "packages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"license_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"label" text NOT NULL,
	"quantity" numeric NOT NULL,
	"unit_of_measure" text NOT NULL,
	"drawn" numeric DEFAULT '0' NOT NULL,
	"status" text NOT NULL,
	"lab_test_state" text DEFAULT 'NotSubmitted' NOT NULL,
	"is_trade_sample" boolean DEFAULT false NOT NULL,
	"location_name" text,
	"location_id" bigint,
	"tracking_id" bigint,
	"tracking_quantity" numeric,
	"tracking_unit" text,
	"tracking_modified_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone,
	"seen_in" text,
	"lab_read_at" timestamp (3) with time zone,
	"source_labels" text[] DEFAULT '{}' NOT NULL,
	"manifest_number" text,
	"received_from" text,
	"owner_name" text,
	"finished_on" date,
	"transfer_state" text,
	"recipient" text,
	"notes" text DEFAULT '' NOT NULL,
	"packaged_on" date,
	"received_at" timestamp (3) with time zone,
	"last_activity_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "packages_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "packages_quantity" CHECK ("packages"."quantity" >= 0),
	CONSTRAINT "packages_label_length" CHECK (length("packages"."label") = 24 or starts_with("packages"."label", 'VOID-')),
	CONSTRAINT "packages_unit" CHECK ("packages"."unit_of_measure" in ('ea', 'g', 'kg', 'lb', 'oz', 'mg', 'gal', 'pt', 'qt', 'fl oz', 'l', 'ml')),
	CONSTRAINT "packages_status" CHECK ("packages"."status" in ('ACTIVE', 'INACTIVE', 'ON_HOLD'))
);
--> statement-breakpoint
CREATE TABLE "product_items" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "product_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_items_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "tracking_items" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tracking_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"license_id" bigint NOT NULL,
	"tracking_id" bigint NOT NULL,
	"name" text NOT NULL,
	"strain_name" text,
	"category_name" text NOT NULL,
	"unit_of_measure" text NOT NULL,
	"brand_id" bigint,
	"rule_id" bigint,
	"unit_thc_content" numeric,
	"unit_thc_content_unit_of_measure" text,
	"unit_weight" numeric,
	"unit_weight_unit_of_measure" text,
	"tracking_unit" text,
	"listed_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tracking_items_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "tracking_items_unit" CHECK ("tracking_items"."unit_of_measure" in ('ea', 'g', 'kg', 'lb', 'oz', 'mg', 'gal', 'pt', 'qt', 'fl oz', 'l', 'ml'))
);
--> statement-breakpoint
CREATE TABLE "lab_reports" (
	"org_id" bigint NOT NULL,
	"package_id" bigint NOT NULL,
	"performed" date NOT NULL,
	"lab_license" text NOT NULL,
	"document_id" bigint DEFAULT 0 NOT NULL,
	"lab_name" text NOT NULL,
	"source_label" text NOT NULL,
	"passed" boolean NOT NULL,
	"is_revoked" boolean NOT NULL,
	"findings" jsonb NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lab_reports_org_id_package_id_performed_lab_license_document_id_pk" PRIMARY KEY("org_id","package_id","performed","lab_license","document_id"),
	CONSTRAINT "lab_reports_findings" CHECK (jsonb_typeof("lab_reports"."findings") = 'array')
);
--> statement-breakpoint
CREATE TABLE "tracking_differences" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tracking_differences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"license_id" bigint NOT NULL,
	"package_id" bigint,
	"label" text NOT NULL,
	"kind" text NOT NULL,
	"ours" text NOT NULL,
	"theirs" text NOT NULL,
	"cause" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"moved_at" timestamp (3) with time zone,
	"asked_of" bigint,
	"asked_by" uuid,
	"asked_at" timestamp (3) with time zone,
	"question" text,
	"settled_at" timestamp (3) with time zone,
	"settled_by" uuid,
	"settlement" text,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "tracking_differences_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "tracking_differences_kind" CHECK ("tracking_differences"."kind" in ('QUANTITY', 'UNIT', 'GONE', 'UNREADABLE', 'REFUSED')),
	CONSTRAINT "tracking_differences_settled" CHECK (("tracking_differences"."settled_at" is null) = ("tracking_differences"."settlement" is null)),
	CONSTRAINT "tracking_differences_settlement" CHECK ("tracking_differences"."settlement" in ('ACCEPTED', 'CORRECTED', 'AGREED', 'NOTED', 'LAPSED'))
);
--> statement-breakpoint
CREATE TABLE "tracking_reads" (
	"org_id" bigint NOT NULL,
	"license_id" bigint NOT NULL,
	"list" text NOT NULL,
	"read_until" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"round_until" timestamp (3) with time zone,
	"span_seconds" integer,
	"problem" text,
	"incomplete_at" timestamp (3) with time zone,
	"records" integer DEFAULT 0 NOT NULL,
	"empty_at" timestamp (3) with time zone,
	CONSTRAINT "tracking_reads_org_id_license_id_list_pk" PRIMARY KEY("org_id","license_id","list"),
	CONSTRAINT "tracking_reads_problem" CHECK ("tracking_reads"."problem" in ('REFUSED', 'FAILED'))
);
--> statement-breakpoint
CREATE TABLE "tracking_records" (
	"org_id" bigint NOT NULL,
	"license_id" bigint NOT NULL,
	"list" text NOT NULL,
	"tracking_id" bigint NOT NULL,
	"data" jsonb NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tracking_records_org_id_license_id_list_tracking_id_pk" PRIMARY KEY("org_id","license_id","list","tracking_id")
);
--> statement-breakpoint
CREATE TABLE "tracking_writes" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tracking_writes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"license_id" bigint NOT NULL,
	"kind" text DEFAULT 'SPLIT' NOT NULL,
	"package_id" bigint NOT NULL,
	"made_id" bigint NOT NULL,
	"body" jsonb NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"problem" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"held_until" timestamp (3) with time zone,
	"org_user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tracking_writes_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "tracking_writes_kind" CHECK ("tracking_writes"."kind" in ('SPLIT', 'ADJUST', 'MOVE', 'FINISH', 'REOPEN')),
	CONSTRAINT "tracking_writes_state" CHECK ("tracking_writes"."state" in ('PENDING', 'SENT', 'REFUSED'))
);
--> statement-breakpoint
CREATE TABLE "transfer_packages" (
	"org_id" bigint NOT NULL,
	"transfer_id" bigint NOT NULL,
	"label" text NOT NULL,
	"item_name" text NOT NULL,
	"quantity" numeric NOT NULL,
	"unit_of_measure" text NOT NULL,
	"state" text NOT NULL,
	"recipient_name" text,
	"recipient_license" text,
	CONSTRAINT "transfer_packages_org_id_transfer_id_label_pk" PRIMARY KEY("org_id","transfer_id","label"),
	CONSTRAINT "transfer_packages_state" CHECK ("transfer_packages"."state" in ('SHIPPED', 'ACCEPTED', 'REJECTED', 'RETURNED'))
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"license_id" bigint NOT NULL,
	"tracking_id" bigint NOT NULL,
	"delivery_id" bigint,
	"direction" text NOT NULL,
	"manifest_number" text NOT NULL,
	"shipper_name" text NOT NULL,
	"shipper_license" text NOT NULL,
	"recipient_name" text,
	"recipient_license" text,
	"delivery_count" integer DEFAULT 1 NOT NULL,
	"package_count" integer DEFAULT 0 NOT NULL,
	"departed_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone,
	"modified_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"packages_read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transfers_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "transfers_direction" CHECK ("transfers"."direction" in ('INCOMING', 'OUTGOING', 'REJECTED'))
);
--> statement-breakpoint
CREATE TABLE "cart_substitutions" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "cart_substitutions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"org_user_id" bigint NOT NULL,
	"buyer_company_id" bigint NOT NULL,
	"buyer_license_id" bigint NOT NULL,
	"seller_company_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"quantity" numeric NOT NULL,
	"notes" text NOT NULL,
	"order_notes" text NOT NULL,
	"delivery_preferences" text NOT NULL,
	"expected_unit_multiplier" numeric NOT NULL,
	"to_company_id" bigint NOT NULL,
	"to_product_id" bigint NOT NULL,
	"to_quantity_before" numeric,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "cart_substitutions_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "market_opens" (
	"org_id" bigint NOT NULL,
	"org_user_id" bigint NOT NULL,
	"brand_id" bigint NOT NULL,
	"product_id" bigint DEFAULT 0 NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "market_opens_org_id_org_user_id_brand_id_product_id_pk" PRIMARY KEY("org_id","org_user_id","brand_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "market_people" (
	"org_id" bigint NOT NULL,
	"org_user_id" bigint NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"previous_at" timestamp (3) with time zone,
	"shows_units" boolean DEFAULT false NOT NULL,
	"follow_mail" text DEFAULT 'AT_ONCE' NOT NULL,
	"follow_letter_at" timestamp (3) with time zone,
	"follows_seen_at" timestamp (3) with time zone,
	CONSTRAINT "market_people_org_id_org_user_id_pk" PRIMARY KEY("org_id","org_user_id"),
	CONSTRAINT "market_people_follow_mail" CHECK ("market_people"."follow_mail" in ('AT_ONCE', 'DAILY', 'NEVER'))
);
--> statement-breakpoint
CREATE TABLE "product_follows" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "product_follows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"org_user_id" bigint NOT NULL,
	"buyer_license_id" bigint NOT NULL,
	"seller_org_id" bigint NOT NULL,
	"brand_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"product_name" text NOT NULL,
	"price" numeric(14, 2) NOT NULL,
	"in_stock" boolean NOT NULL,
	"before_price" numeric(14, 2),
	"price_changed_at" timestamp (3) with time zone,
	"stock_changed_at" timestamp (3) with time zone,
	"known_price" numeric(14, 2) NOT NULL,
	"known_out" boolean NOT NULL,
	"told_at" timestamp (3) with time zone,
	"told_from" numeric(14, 2),
	"told_price" numeric(14, 2),
	"told_back" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_follows_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "order_comments" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"author_user_id" uuid NOT NULL,
	"comment" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_comments_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "order_mails" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"recipients" text[] NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"files" jsonb NOT NULL,
	"created_by_user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"problem" text,
	CONSTRAINT "order_mails_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "order_problems" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_problems_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"lines" text[] NOT NULL,
	"message" text NOT NULL,
	"reported_by_user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"answer" text,
	"answered_by_user_id" uuid,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "order_problems_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "order_problems_kind" CHECK ("order_problems"."kind" in ('MISSING', 'DAMAGED', 'WRONG_GOODS', 'PRICE', 'LATE', 'OTHER')),
	CONSTRAINT "order_problems_answer" CHECK (("order_problems"."answer" is null) = ("order_problems"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "order_line_items" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_line_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"product_id" bigint NOT NULL,
	"brand_id" bigint NOT NULL,
	"product_name" text NOT NULL,
	"brand_name" text NOT NULL,
	"unit_of_measure" text NOT NULL,
	"sold_in_bulk" boolean NOT NULL,
	"unit_multiplier" numeric NOT NULL,
	"quantity" numeric NOT NULL,
	"ordered_unit_price" numeric(14, 2) NOT NULL,
	"wholesale_price" numeric(14, 2) NOT NULL,
	"sale_price" numeric(14, 2),
	"total_usd" numeric(14, 2) NOT NULL,
	"base_quantity" numeric NOT NULL,
	"base_unit" text NOT NULL,
	"is_first_of_product" boolean NOT NULL,
	"is_first_of_brand" boolean NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"is_backorder" boolean DEFAULT false NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"price_why" jsonb NOT NULL,
	"ordered_at" timestamp (3) with time zone,
	CONSTRAINT "order_line_items_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "order_line_items_quantity" CHECK ("order_line_items"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "order_payments" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	"payment_type" text NOT NULL,
	"payment_date" date NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"skip_external_push" boolean DEFAULT false NOT NULL,
	"created_by_user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"voided_at" timestamp (3) with time zone,
	"credit_payment_id" bigint,
	CONSTRAINT "order_payments_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "order_payments_amount" CHECK ("order_payments"."amount" > 0 or ("order_payments"."amount" < 0 and "order_payments"."credit_payment_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "order_portions" (
	"org_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"ordered_at" timestamp (3) with time zone NOT NULL,
	"total_usd" numeric(14, 2) NOT NULL,
	"order_discount_usd" numeric(14, 2) NOT NULL,
	CONSTRAINT "order_portions_org_id_order_id_ordered_at_pk" PRIMARY KEY("org_id","order_id","ordered_at")
);
--> statement-breakpoint
CREATE TABLE "order_sales_reps" (
	"org_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"org_user_id" bigint NOT NULL,
	CONSTRAINT "order_sales_reps_org_id_order_id_org_user_id_pk" PRIMARY KEY("org_id","order_id","org_user_id")
);
--> statement-breakpoint
CREATE TABLE "order_transitions" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_transitions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"reason" text,
	"actor_user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_transitions_org_id_order_id_id_pk" PRIMARY KEY("org_id","order_id","id")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"buyer_org_id" bigint,
	"buyer_company_id" bigint,
	"buyer_license_id" bigint,
	"customer_id" bigint NOT NULL,
	"customer_name" text NOT NULL,
	"order_number" text NOT NULL,
	"status" text NOT NULL,
	"order_source" text NOT NULL,
	"discount_type" text DEFAULT '$' NOT NULL,
	"discount" numeric DEFAULT '0' NOT NULL,
	"subtotal_usd" numeric(14, 2) NOT NULL,
	"order_discount_usd" numeric(14, 2) DEFAULT '0' NOT NULL,
	"total_usd" numeric(14, 2) NOT NULL,
	"invoiced_usd" numeric(14, 2) NOT NULL,
	"paid_usd" numeric(14, 2) DEFAULT '0' NOT NULL,
	"line_item_count" integer DEFAULT 0 NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"buyer_notes" text DEFAULT '' NOT NULL,
	"delivery_preferences" text DEFAULT '' NOT NULL,
	"distributor_id" bigint,
	"payment_option_id" bigint,
	"payment_due_date" date,
	"counted_due_date" date,
	"ship_date" date,
	"shipping_details" text DEFAULT '' NOT NULL,
	"printed" boolean DEFAULT false NOT NULL,
	"external_id" text,
	"original_order_ids" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"created_by_user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "orders_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "orders_total" CHECK ("orders"."total_usd" >= 0),
	CONSTRAINT "orders_invoiced" CHECK ("orders"."invoiced_usd" between 0 and "orders"."total_usd"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('DRAFT', 'SUBMITTED', 'ACCEPTED', 'FULFILLED', 'SHIPPED', 'DELIVERED', 'COMPLETE', 'CANCELLED', 'REJECTED', 'COMBINED', 'BACKORDER'))
);
--> statement-breakpoint
CREATE TABLE "sold_lines" (
	"org_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"order_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"product_id" bigint NOT NULL,
	"brand_id" bigint NOT NULL,
	"is_first_of_product" boolean NOT NULL,
	"is_first_of_brand" boolean NOT NULL,
	"status" text NOT NULL,
	"base_unit" text NOT NULL,
	"base_quantity" numeric NOT NULL,
	"total_usd" numeric(14, 2) NOT NULL,
	CONSTRAINT "sold_lines_org_id_created_at_order_id_position_company_id_customer_id_product_id_brand_id_is_first_of_product_is_first_of_brand_status_base_unit_base_quantity_total_usd_pk" PRIMARY KEY("org_id","created_at","order_id","position","company_id","customer_id","product_id","brand_id","is_first_of_product","is_first_of_brand","status","base_unit","base_quantity","total_usd")
);
--> statement-breakpoint
CREATE TABLE "brands" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "brands_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"tagline" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"profile_image_uri" text,
	"cover_image_uri" text,
	"states" text[] DEFAULT '{}'::text[] NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"source" text DEFAULT 'VERDANT' NOT NULL,
	"key_people" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"locations" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "brands_source" CHECK ("brands"."source" in ('VERDANT', 'WHOLESALE_MARKETPLACE'))
);
--> statement-breakpoint
CREATE TABLE "buyer_companies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "buyer_companies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"business_license_name" text NOT NULL,
	"dba" text,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "buyer_company_approvals" (
	"buyer_company_id" bigint PRIMARY KEY NOT NULL,
	"org_id" bigint NOT NULL,
	"above_usd" numeric(14, 2),
	"brand_ids" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"approver_ids" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "buyer_licenses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "buyer_licenses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"buyer_company_id" bigint NOT NULL,
	"license_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "companies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"name" text NOT NULL,
	"company_type" text NOT NULL,
	"us_state" text NOT NULL,
	"license_id" bigint,
	"profile_image_uri" text,
	"key_people" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"marketplace_link_severed" boolean DEFAULT false NOT NULL,
	"time_zone" text,
	"removed_at" timestamp (3) with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_order_terms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "company_order_terms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"service_zone_id" bigint,
	"minimum_usd" numeric(14, 2),
	"delivery_days" integer[] DEFAULT '{}'::int[] NOT NULL,
	"cut_off" text,
	"lead_days" integer DEFAULT 0 NOT NULL,
	"time_zone" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_payment_options" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "company_payment_options_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"name" text NOT NULL,
	"due_days" integer NOT NULL,
	"position" integer NOT NULL,
	"removed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "licenses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "licenses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"license_number" text NOT NULL,
	"name" text NOT NULL,
	"dba" text,
	"licensee_name" text NOT NULL,
	"license_type" text NOT NULL,
	"us_state" text NOT NULL,
	"address_line_one" text NOT NULL,
	"city" text NOT NULL,
	"postal_code" text NOT NULL,
	"phone" text,
	"is_public" boolean DEFAULT true NOT NULL,
	"sync_not_found" boolean DEFAULT true NOT NULL,
	"historical_sync_done" boolean DEFAULT false NOT NULL,
	"sync_active" boolean DEFAULT false NOT NULL,
	"expires_on" date,
	"removed_at" timestamp (3) with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "org_users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "org_users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"user_id" uuid,
	"email" text NOT NULL,
	"invited_name" text,
	"title" text,
	"role_id" bigint NOT NULL,
	"license_ids" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"brand_ids" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"company_ids" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"sales_rep_id" text,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"invite_code" text,
	"invite_expires_at" timestamp (3) with time zone,
	"invited_by_user_id" uuid,
	"accepted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "org_users_status" CHECK ("org_users"."status" in ('INVITED', 'ACTIVE', 'REMOVED'))
);
--> statement-breakpoint
CREATE TABLE "organization_flags" (
	"org_id" bigint NOT NULL,
	"slug" text NOT NULL,
	CONSTRAINT "organization_flags_org_id_slug_pk" PRIMARY KEY("org_id","slug")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "organizations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"default_state" text NOT NULL,
	"plan" text DEFAULT 'FREE' NOT NULL,
	"profile_image_uri" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "roles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"name" text NOT NULL,
	"features" jsonb NOT NULL,
	"default_role_id" text,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"actor_user_id" uuid,
	"impersonator_user_id" uuid,
	"endpoint" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text,
	"before" jsonb,
	"after" jsonb,
	"request_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_log_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "call_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"calls" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "failed_jobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "failed_jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"job_id" uuid NOT NULL,
	"org_id" bigint NOT NULL,
	"queue" text NOT NULL,
	"data" jsonb,
	"recipient" text,
	"subject" text,
	"reason" text NOT NULL,
	"tries" integer NOT NULL,
	"failed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "failed_jobs_job_id_unique" UNIQUE("job_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"endpoint" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"reply" json,
	"holder" uuid,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "idempotency_steps" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"step" text NOT NULL,
	"result" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_steps_user_id_key_step_pk" PRIMARY KEY("user_id","key","step")
);
--> statement-breakpoint
CREATE TABLE "site_flags" (
	"slug" text PRIMARY KEY NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_mailing_recipients" (
	"org_id" bigint NOT NULL,
	"mailing_id" bigint NOT NULL,
	"org_user_id" bigint NOT NULL,
	"done_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"problem" text,
	"left_at" timestamp (3) with time zone,
	CONSTRAINT "report_mailing_recipients_org_id_mailing_id_org_user_id_pk" PRIMARY KEY("org_id","mailing_id","org_user_id")
);
--> statement-breakpoint
CREATE TABLE "report_mailings" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "report_mailings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"org_user_id" bigint NOT NULL,
	"company_id" bigint,
	"name" text NOT NULL,
	"search" jsonb,
	"saved_search_id" bigint,
	"schedule" jsonb NOT NULL,
	"time_zone" text NOT NULL,
	"next_at" timestamp (3) with time zone,
	"problem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "report_mailings_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "report_mailings_subject" CHECK (("report_mailings"."search" is null) <> ("report_mailings"."saved_search_id" is null))
);
--> statement-breakpoint
CREATE TABLE "sandbox_chat_app" (
	"key" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_chat_channels" (
	"cid" text PRIMARY KEY NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_by_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_chat_members" (
	"cid" text NOT NULL,
	"user_id" text NOT NULL,
	"last_read_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_read" bigint DEFAULT 0 NOT NULL,
	"is_muted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_chat_members_cid_user_id_pk" PRIMARY KEY("cid","user_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_chat_messages" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_chat_messages_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"cid" text NOT NULL,
	"user_id" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"quoted_message_id" text,
	"is_silent" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "sandbox_chat_messages_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_chat_reactions" (
	"message_id" text NOT NULL,
	"user_id" text NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_chat_reactions_message_id_user_id_type_pk" PRIMARY KEY("message_id","user_id","type")
);
--> statement-breakpoint
CREATE TABLE "sandbox_chat_users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"image" text,
	"last_active_at" timestamp (3) with time zone,
	"revoked_before" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_packages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_packages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"license_number" text NOT NULL,
	"list" text NOT NULL,
	"label" text NOT NULL,
	"quantity" numeric NOT NULL,
	"data" jsonb NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "saved_searches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"company_id" bigint NOT NULL,
	"org_user_id" bigint NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"search" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "saved_searches_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "standing_list_lines" (
	"org_id" bigint NOT NULL,
	"list_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"product_id" bigint NOT NULL,
	"product_name" text NOT NULL,
	"sku" text NOT NULL,
	"quantity" numeric NOT NULL,
	"unit_of_measure" text NOT NULL,
	"sold_in_bulk" boolean NOT NULL,
	"unit_multiplier" numeric NOT NULL,
	CONSTRAINT "standing_list_lines_org_id_list_id_position_pk" PRIMARY KEY("org_id","list_id","position")
);
--> statement-breakpoint
CREATE TABLE "standing_lists" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "standing_lists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"buyer_company_id" bigint NOT NULL,
	"seller_org_id" bigint NOT NULL,
	"seller_company_id" bigint NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "standing_lists_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "hosted_pages" ADD CONSTRAINT "hosted_pages_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hosted_pages" ADD CONSTRAINT "hosted_pages_requested_by_user_id_users_id_fk" FOREIGN KEY ("requested_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_images" ADD CONSTRAINT "brand_images_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_invites" ADD CONSTRAINT "brand_invites_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_invites" ADD CONSTRAINT "brand_invites_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_invites" ADD CONSTRAINT "brand_invites_invited_by_user_id_users_id_fk" FOREIGN KEY ("invited_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_invites" ADD CONSTRAINT "brand_invites_accepted_by_org_id_organizations_id_fk" FOREIGN KEY ("accepted_by_org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_suggestions" ADD CONSTRAINT "brand_suggestions_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_suggestions" ADD CONSTRAINT "brand_suggestions_suggested_by_user_id_users_id_fk" FOREIGN KEY ("suggested_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_suggestions" ADD CONSTRAINT "brand_suggestions_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_suggestions" ADD CONSTRAINT "brand_suggestions_decided_by_user_id_users_id_fk" FOREIGN KEY ("decided_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_brands" ADD CONSTRAINT "partner_brands_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_brands" ADD CONSTRAINT "partner_brands_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_brands" ADD CONSTRAINT "partner_brands_owner_org_id_organizations_id_fk" FOREIGN KEY ("owner_org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_files" ADD CONSTRAINT "change_files_change_id_fk" FOREIGN KEY ("org_id","change_id") REFERENCES "public"."changes"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_rows" ADD CONSTRAINT "change_rows_change_id_fk" FOREIGN KEY ("org_id","change_id") REFERENCES "public"."changes"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_buyer_company_id_buyer_companies_id_fk" FOREIGN KEY ("buyer_company_id") REFERENCES "public"."buyer_companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_buyer_license_id_buyer_licenses_id_fk" FOREIGN KEY ("buyer_license_id") REFERENCES "public"."buyer_licenses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_seller_company_id_companies_id_fk" FOREIGN KEY ("seller_company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_asked_by_user_id_users_id_fk" FOREIGN KEY ("asked_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_requests" ADD CONSTRAINT "approval_requests_decided_by_user_id_users_id_fk" FOREIGN KEY ("decided_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_cart_id_fk" FOREIGN KEY ("org_id","cart_id") REFERENCES "public"."carts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_visits" ADD CONSTRAINT "cart_visits_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_visits" ADD CONSTRAINT "cart_visits_org_user_id_org_users_id_fk" FOREIGN KEY ("org_user_id") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_buyer_company_id_buyer_companies_id_fk" FOREIGN KEY ("buyer_company_id") REFERENCES "public"."buyer_companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_buyer_license_id_buyer_licenses_id_fk" FOREIGN KEY ("buyer_license_id") REFERENCES "public"."buyer_licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_seller_org_id_organizations_id_fk" FOREIGN KEY ("seller_org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_seller_company_id_companies_id_fk" FOREIGN KEY ("seller_company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_approval_id_fk" FOREIGN KEY ("org_id","approval_id") REFERENCES "public"."approval_requests"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_schedule_customers" ADD CONSTRAINT "price_schedule_customers_schedule_id_fk" FOREIGN KEY ("org_id","schedule_id") REFERENCES "public"."price_schedules"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_schedule_customers" ADD CONSTRAINT "price_schedule_customers_customer_id_fk" FOREIGN KEY ("org_id","customer_id") REFERENCES "public"."customers"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_schedule_line_rules" ADD CONSTRAINT "price_schedule_line_rules_schedule_id_fk" FOREIGN KEY ("org_id","schedule_id") REFERENCES "public"."price_schedules"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_schedule_line_rules" ADD CONSTRAINT "price_schedule_line_rules_product_line_id_fk" FOREIGN KEY ("org_id","product_line_id") REFERENCES "public"."product_lines"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_schedule_product_rules" ADD CONSTRAINT "price_schedule_product_rules_schedule_id_fk" FOREIGN KEY ("org_id","schedule_id") REFERENCES "public"."price_schedules"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_schedule_product_rules" ADD CONSTRAINT "price_schedule_product_rules_product_id_fk" FOREIGN KEY ("org_id","product_id") REFERENCES "public"."products"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_schedules" ADD CONSTRAINT "price_schedules_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_schedules" ADD CONSTRAINT "price_schedules_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_product_id_fk" FOREIGN KEY ("org_id","product_id") REFERENCES "public"."products"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_lines" ADD CONSTRAINT "product_lines_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_lines" ADD CONSTRAINT "product_lines_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_stock" ADD CONSTRAINT "product_stock_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_stock" ADD CONSTRAINT "product_stock_product_id_fk" FOREIGN KEY ("org_id","product_id") REFERENCES "public"."products"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_product_line_id_fk" FOREIGN KEY ("org_id","product_line_id") REFERENCES "public"."product_lines"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_strain_id_fk" FOREIGN KEY ("org_id","strain_id") REFERENCES "public"."strains"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_parent_id_fk" FOREIGN KEY ("org_id","parent_id") REFERENCES "public"."products"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_actor_user_id_users_id_fk" FOREIGN KEY ("actor_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_product_id_fk" FOREIGN KEY ("org_id","product_id") REFERENCES "public"."products"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strains" ADD CONSTRAINT "strains_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_channels" ADD CONSTRAINT "chat_channels_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_channels" ADD CONSTRAINT "chat_channels_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_members" ADD CONSTRAINT "chat_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_members" ADD CONSTRAINT "chat_members_channel_id_fk" FOREIGN KEY ("org_id","channel_id") REFERENCES "public"."chat_channels"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_addresses" ADD CONSTRAINT "company_addresses_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_addresses" ADD CONSTRAINT "company_addresses_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_invites" ADD CONSTRAINT "company_invites_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_invites" ADD CONSTRAINT "company_invites_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_invites" ADD CONSTRAINT "company_invites_invited_by_user_id_users_id_fk" FOREIGN KEY ("invited_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_notifications" ADD CONSTRAINT "company_notifications_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_notifications" ADD CONSTRAINT "company_notifications_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_notifications" ADD CONSTRAINT "company_notifications_org_user_id_org_users_id_fk" FOREIGN KEY ("org_user_id") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distributor_mappings" ADD CONSTRAINT "distributor_mappings_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distributor_mappings" ADD CONSTRAINT "distributor_mappings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distributor_mappings" ADD CONSTRAINT "distributor_mappings_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distributor_mappings" ADD CONSTRAINT "distributor_mappings_distributor_id_companies_id_fk" FOREIGN KEY ("distributor_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_inviting_user_id_users_id_fk" FOREIGN KEY ("inviting_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_invited_user_id_users_id_fk" FOREIGN KEY ("invited_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_managers" ADD CONSTRAINT "customer_managers_org_user_id_org_users_id_fk" FOREIGN KEY ("org_user_id") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_managers" ADD CONSTRAINT "customer_managers_customer_id_fk" FOREIGN KEY ("org_id","customer_id") REFERENCES "public"."customers"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_service_zones" ADD CONSTRAINT "customer_service_zones_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_service_zones" ADD CONSTRAINT "customer_service_zones_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_statuses" ADD CONSTRAINT "customer_statuses_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_statuses" ADD CONSTRAINT "customer_statuses_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_service_zone_id_fk" FOREIGN KEY ("org_id","service_zone_id") REFERENCES "public"."customer_service_zones"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_customer_status_id_fk" FOREIGN KEY ("org_id","customer_status_id") REFERENCES "public"."customer_statuses"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_zone_areas" ADD CONSTRAINT "service_zone_areas_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_zone_areas" ADD CONSTRAINT "service_zone_areas_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_zone_areas" ADD CONSTRAINT "service_zone_areas_service_zone_id_fk" FOREIGN KEY ("org_id","service_zone_id") REFERENCES "public"."customer_service_zones"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_bid_versions" ADD CONSTRAINT "deal_bid_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_bid_versions" ADD CONSTRAINT "deal_bid_versions_bid_id_fk" FOREIGN KEY ("org_id","bid_id") REFERENCES "public"."deal_bids"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_bids" ADD CONSTRAINT "deal_bids_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_bids" ADD CONSTRAINT "deal_bids_buyer_org_id_organizations_id_fk" FOREIGN KEY ("buyer_org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_bids" ADD CONSTRAINT "deal_bids_buyer_company_id_buyer_companies_id_fk" FOREIGN KEY ("buyer_company_id") REFERENCES "public"."buyer_companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_bids" ADD CONSTRAINT "deal_bids_buyer_license_id_buyer_licenses_id_fk" FOREIGN KEY ("buyer_license_id") REFERENCES "public"."buyer_licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_bids" ADD CONSTRAINT "deal_bids_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_bids" ADD CONSTRAINT "deal_bids_offer_id_fk" FOREIGN KEY ("org_id","offer_id") REFERENCES "public"."offers"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_bids" ADD CONSTRAINT "deal_bids_order_id_fk" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_customers" ADD CONSTRAINT "offer_customers_offer_id_fk" FOREIGN KEY ("org_id","offer_id") REFERENCES "public"."offers"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_customers" ADD CONSTRAINT "offer_customers_customer_id_fk" FOREIGN KEY ("org_id","customer_id") REFERENCES "public"."customers"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_lots" ADD CONSTRAINT "offer_lots_offer_id_fk" FOREIGN KEY ("org_id","offer_id") REFERENCES "public"."offers"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_product_id_fk" FOREIGN KEY ("org_id","product_id") REFERENCES "public"."products"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_codes" ADD CONSTRAINT "mail_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_syncs" ADD CONSTRAINT "license_syncs_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_syncs" ADD CONSTRAINT "license_syncs_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_syncs" ADD CONSTRAINT "license_syncs_org_user_id_org_users_id_fk" FOREIGN KEY ("org_user_id") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marketplace_moves" ADD CONSTRAINT "marketplace_moves_order_id_fk" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_keys" ADD CONSTRAINT "tracking_keys_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_keys" ADD CONSTRAINT "tracking_keys_org_user_id_org_users_id_fk" FOREIGN KEY ("org_user_id") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wholesale_syncs" ADD CONSTRAINT "wholesale_syncs_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wholesale_syncs" ADD CONSTRAINT "wholesale_syncs_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_rules" ADD CONSTRAINT "item_rules_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_rules" ADD CONSTRAINT "item_rules_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_departures" ADD CONSTRAINT "package_departures_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_departures" ADD CONSTRAINT "package_departures_actor_user_id_users_id_fk" FOREIGN KEY ("actor_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_departures" ADD CONSTRAINT "package_departures_product_id_fk" FOREIGN KEY ("org_id","product_id") REFERENCES "public"."products"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_departures" ADD CONSTRAINT "package_departures_package_id_fk" FOREIGN KEY ("org_id","package_id") REFERENCES "public"."packages"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_item_id_fk" FOREIGN KEY ("org_id","item_id") REFERENCES "public"."tracking_items"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_items" ADD CONSTRAINT "product_items_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_items" ADD CONSTRAINT "product_items_product_id_fk" FOREIGN KEY ("org_id","product_id") REFERENCES "public"."products"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_items" ADD CONSTRAINT "product_items_item_id_fk" FOREIGN KEY ("org_id","item_id") REFERENCES "public"."tracking_items"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_items" ADD CONSTRAINT "tracking_items_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_items" ADD CONSTRAINT "tracking_items_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_items" ADD CONSTRAINT "tracking_items_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_items" ADD CONSTRAINT "tracking_items_rule_id_fk" FOREIGN KEY ("org_id","rule_id") REFERENCES "public"."item_rules"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_reports" ADD CONSTRAINT "lab_reports_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_reports" ADD CONSTRAINT "lab_reports_package_id_fk" FOREIGN KEY ("org_id","package_id") REFERENCES "public"."packages"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_differences" ADD CONSTRAINT "tracking_differences_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_differences" ADD CONSTRAINT "tracking_differences_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_differences" ADD CONSTRAINT "tracking_differences_asked_of_org_users_id_fk" FOREIGN KEY ("asked_of") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_differences" ADD CONSTRAINT "tracking_differences_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_differences" ADD CONSTRAINT "tracking_differences_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_differences" ADD CONSTRAINT "tracking_differences_package_id_fk" FOREIGN KEY ("org_id","package_id") REFERENCES "public"."packages"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_reads" ADD CONSTRAINT "tracking_reads_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_reads" ADD CONSTRAINT "tracking_reads_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_records" ADD CONSTRAINT "tracking_records_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_records" ADD CONSTRAINT "tracking_records_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_writes" ADD CONSTRAINT "tracking_writes_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_writes" ADD CONSTRAINT "tracking_writes_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_writes" ADD CONSTRAINT "tracking_writes_org_user_id_org_users_id_fk" FOREIGN KEY ("org_user_id") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_packages" ADD CONSTRAINT "transfer_packages_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_packages" ADD CONSTRAINT "transfer_packages_transfer_id_fk" FOREIGN KEY ("org_id","transfer_id") REFERENCES "public"."transfers"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_substitutions" ADD CONSTRAINT "cart_substitutions_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_substitutions" ADD CONSTRAINT "cart_substitutions_org_user_id_org_users_id_fk" FOREIGN KEY ("org_user_id") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_substitutions" ADD CONSTRAINT "cart_substitutions_buyer_license_id_buyer_licenses_id_fk" FOREIGN KEY ("buyer_license_id") REFERENCES "public"."buyer_licenses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_substitutions" ADD CONSTRAINT "cart_substitutions_seller_company_id_companies_id_fk" FOREIGN KEY ("seller_company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_substitutions" ADD CONSTRAINT "cart_substitutions_to_company_id_companies_id_fk" FOREIGN KEY ("to_company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_opens" ADD CONSTRAINT "market_opens_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_opens" ADD CONSTRAINT "market_opens_org_user_id_org_users_id_fk" FOREIGN KEY ("org_user_id") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_opens" ADD CONSTRAINT "market_opens_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_people" ADD CONSTRAINT "market_people_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_people" ADD CONSTRAINT "market_people_org_user_id_org_users_id_fk" FOREIGN KEY ("org_user_id") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_follows" ADD CONSTRAINT "product_follows_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_follows" ADD CONSTRAINT "product_follows_org_user_id_org_users_id_fk" FOREIGN KEY ("org_user_id") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_follows" ADD CONSTRAINT "product_follows_buyer_license_id_buyer_licenses_id_fk" FOREIGN KEY ("buyer_license_id") REFERENCES "public"."buyer_licenses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_follows" ADD CONSTRAINT "product_follows_seller_org_id_organizations_id_fk" FOREIGN KEY ("seller_org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_follows" ADD CONSTRAINT "product_follows_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_comments" ADD CONSTRAINT "order_comments_author_user_id_users_id_fk" FOREIGN KEY ("author_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_comments" ADD CONSTRAINT "order_comments_order_id_fk" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_mails" ADD CONSTRAINT "order_mails_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_mails" ADD CONSTRAINT "order_mails_order_id_fk" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_problems" ADD CONSTRAINT "order_problems_reported_by_user_id_users_id_fk" FOREIGN KEY ("reported_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_problems" ADD CONSTRAINT "order_problems_answered_by_user_id_users_id_fk" FOREIGN KEY ("answered_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_problems" ADD CONSTRAINT "order_problems_order_id_fk" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line_items" ADD CONSTRAINT "order_line_items_order_id_fk" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line_items" ADD CONSTRAINT "order_line_items_product_id_fk" FOREIGN KEY ("org_id","product_id") REFERENCES "public"."products"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_order_id_fk" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_portions" ADD CONSTRAINT "order_portions_order_id_fk" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_sales_reps" ADD CONSTRAINT "order_sales_reps_org_user_id_org_users_id_fk" FOREIGN KEY ("org_user_id") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_sales_reps" ADD CONSTRAINT "order_sales_reps_order_id_fk" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_transitions" ADD CONSTRAINT "order_transitions_actor_user_id_users_id_fk" FOREIGN KEY ("actor_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_transitions" ADD CONSTRAINT "order_transitions_order_id_fk" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_buyer_org_id_organizations_id_fk" FOREIGN KEY ("buyer_org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_buyer_company_id_buyer_companies_id_fk" FOREIGN KEY ("buyer_company_id") REFERENCES "public"."buyer_companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_buyer_license_id_buyer_licenses_id_fk" FOREIGN KEY ("buyer_license_id") REFERENCES "public"."buyer_licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_distributor_id_companies_id_fk" FOREIGN KEY ("distributor_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment_option_id_company_payment_options_id_fk" FOREIGN KEY ("payment_option_id") REFERENCES "public"."company_payment_options"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_fk" FOREIGN KEY ("org_id","customer_id") REFERENCES "public"."customers"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sold_lines" ADD CONSTRAINT "sold_lines_order_id_fk" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."orders"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_companies" ADD CONSTRAINT "buyer_companies_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_company_approvals" ADD CONSTRAINT "buyer_company_approvals_buyer_company_id_buyer_companies_id_fk" FOREIGN KEY ("buyer_company_id") REFERENCES "public"."buyer_companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_company_approvals" ADD CONSTRAINT "buyer_company_approvals_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_licenses" ADD CONSTRAINT "buyer_licenses_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_licenses" ADD CONSTRAINT "buyer_licenses_buyer_company_id_buyer_companies_id_fk" FOREIGN KEY ("buyer_company_id") REFERENCES "public"."buyer_companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_licenses" ADD CONSTRAINT "buyer_licenses_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_order_terms" ADD CONSTRAINT "company_order_terms_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_order_terms" ADD CONSTRAINT "company_order_terms_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_payment_options" ADD CONSTRAINT "company_payment_options_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_payment_options" ADD CONSTRAINT "company_payment_options_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licenses" ADD CONSTRAINT "licenses_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_users" ADD CONSTRAINT "org_users_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_users" ADD CONSTRAINT "org_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_users" ADD CONSTRAINT "org_users_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_users" ADD CONSTRAINT "org_users_invited_by_user_id_users_id_fk" FOREIGN KEY ("invited_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_flags" ADD CONSTRAINT "organization_flags_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_mailing_recipients" ADD CONSTRAINT "report_mailing_recipients_org_user_id_org_users_id_fk" FOREIGN KEY ("org_user_id") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_mailing_recipients" ADD CONSTRAINT "report_mailing_recipients_mailing_id_fk" FOREIGN KEY ("org_id","mailing_id") REFERENCES "public"."report_mailings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_mailings" ADD CONSTRAINT "report_mailings_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_mailings" ADD CONSTRAINT "report_mailings_org_user_id_org_users_id_fk" FOREIGN KEY ("org_user_id") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_mailings" ADD CONSTRAINT "report_mailings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_channels" ADD CONSTRAINT "sandbox_chat_channels_created_by_id_sandbox_chat_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."sandbox_chat_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_members" ADD CONSTRAINT "sandbox_chat_members_cid_sandbox_chat_channels_cid_fk" FOREIGN KEY ("cid") REFERENCES "public"."sandbox_chat_channels"("cid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_members" ADD CONSTRAINT "sandbox_chat_members_user_id_sandbox_chat_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sandbox_chat_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_messages" ADD CONSTRAINT "sandbox_chat_messages_cid_sandbox_chat_channels_cid_fk" FOREIGN KEY ("cid") REFERENCES "public"."sandbox_chat_channels"("cid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_messages" ADD CONSTRAINT "sandbox_chat_messages_user_id_sandbox_chat_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sandbox_chat_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_reactions" ADD CONSTRAINT "sandbox_chat_reactions_message_id_sandbox_chat_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."sandbox_chat_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_reactions" ADD CONSTRAINT "sandbox_chat_reactions_user_id_sandbox_chat_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sandbox_chat_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_org_user_id_org_users_id_fk" FOREIGN KEY ("org_user_id") REFERENCES "public"."org_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_list_lines" ADD CONSTRAINT "standing_list_lines_list_id_fk" FOREIGN KEY ("org_id","list_id") REFERENCES "public"."standing_lists"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_lists" ADD CONSTRAINT "standing_lists_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_lists" ADD CONSTRAINT "standing_lists_buyer_company_id_buyer_companies_id_fk" FOREIGN KEY ("buyer_company_id") REFERENCES "public"."buyer_companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_lists" ADD CONSTRAINT "standing_lists_seller_org_id_organizations_id_fk" FOREIGN KEY ("seller_org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_lists" ADD CONSTRAINT "standing_lists_seller_company_id_companies_id_fk" FOREIGN KEY ("seller_company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "hosted_pages_checkout" ON "hosted_pages" USING btree ("checkout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "hosted_pages_service" ON "hosted_pages" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "hosted_pages_org" ON "hosted_pages" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "hosted_pages_unsettled" ON "hosted_pages" USING btree ("updated_at","id") WHERE "hosted_pages"."state" in ('requested', 'succeeded');--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_pages_key" ON "sandbox_pages" USING btree ("idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_subscriptions_customer" ON "sandbox_subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_org" ON "subscriptions" USING btree ("org_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_service" ON "subscriptions" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "subscriptions_portal" ON "subscriptions" USING btree ("portal_until") WHERE "subscriptions"."portal_until" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_term_end" ON "subscriptions" USING btree ("current_term_end") WHERE "subscriptions"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "brand_images_brand" ON "brand_images" USING btree ("brand_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "brand_invites_code" ON "brand_invites" USING btree ("invite_code");--> statement-breakpoint
CREATE UNIQUE INDEX "brand_invites_open" ON "brand_invites" USING btree ("org_id","brand_id","invited_email") WHERE "brand_invites"."status" = 'INVITED';--> statement-breakpoint
CREATE INDEX "brand_invites_email" ON "brand_invites" USING btree ("invited_email");--> statement-breakpoint
CREATE INDEX "brand_invites_org" ON "brand_invites" USING btree ("org_id","sent_at");--> statement-breakpoint
CREATE UNIQUE INDEX "brand_suggestions_open" ON "brand_suggestions" USING btree ("org_id",lower("suggested_name")) WHERE "brand_suggestions"."status" = 'IN_REVIEW';--> statement-breakpoint
CREATE INDEX "brand_suggestions_in_review" ON "brand_suggestions" USING btree ("created_at") WHERE "brand_suggestions"."status" = 'IN_REVIEW';--> statement-breakpoint
CREATE UNIQUE INDEX "partner_brands_brand" ON "partner_brands" USING btree ("org_id","brand_id");--> statement-breakpoint
CREATE INDEX "change_files_created" ON "change_files" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "changes_person" ON "changes" USING btree ("org_id","user_id","id");--> statement-breakpoint
CREATE INDEX "changes_undoes" ON "changes" USING btree ("org_id","undoes_id") WHERE "changes"."undoes_id" is not null;--> statement-breakpoint
CREATE INDEX "approval_requests_status" ON "approval_requests" USING btree ("org_id","status","asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "cart_items_cart_product" ON "cart_items" USING btree ("org_id","cart_id","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "carts_license_seller" ON "carts" USING btree ("org_id","buyer_license_id","seller_company_id");--> statement-breakpoint
CREATE INDEX "carts_org" ON "carts" USING btree ("org_id","buyer_company_id");--> statement-breakpoint
CREATE INDEX "carts_seller" ON "carts" USING btree ("seller_org_id","seller_company_id");--> statement-breakpoint
CREATE INDEX "price_schedule_customers_schedule" ON "price_schedule_customers" USING btree ("org_id","schedule_id");--> statement-breakpoint
CREATE UNIQUE INDEX "price_schedules_company_name" ON "price_schedules" USING btree ("org_id","company_id",lower("name"));--> statement-breakpoint
CREATE INDEX "product_images_product" ON "product_images" USING btree ("org_id","product_id","position");--> statement-breakpoint
CREATE INDEX "product_lines_brand" ON "product_lines" USING btree ("org_id","brand_id","menu_position");--> statement-breakpoint
CREATE UNIQUE INDEX "products_org_sku" ON "products" USING btree ("org_id",lower("sku"));--> statement-breakpoint
CREATE INDEX "products_org_last_edit" ON "products" USING btree ("org_id","last_edit","id");--> statement-breakpoint
CREATE INDEX "products_org_name" ON "products" USING btree ("org_id",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "products_parent" ON "products" USING btree ("org_id","parent_id");--> statement-breakpoint
CREATE INDEX "products_brand" ON "products" USING btree ("org_id","brand_id","company_id","listing_state");--> statement-breakpoint
CREATE INDEX "products_status" ON "products" USING btree ("org_id","listing_state","last_edit","id");--> statement-breakpoint
CREATE INDEX "products_of_brand" ON "products" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "products_listed" ON "products" USING btree ("listed_at");--> statement-breakpoint
CREATE INDEX "products_of_strain" ON "products" USING btree ("strain_id") WHERE "products"."strain_id" is not null;--> statement-breakpoint
CREATE INDEX "products_name_trgm" ON "products" USING gin (search_text("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_sku_trgm" ON "products" USING gin (search_text("sku") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "stock_movements_order" ON "stock_movements" USING btree ("org_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "strains_org_name" ON "strains" USING btree ("org_id",lower("name"));--> statement-breakpoint
CREATE INDEX "strains_name_trgm" ON "strains" USING gin (search_text("name") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "chat_channels_unique_key" ON "chat_channels" USING btree ("org_id","channel_type","unique_key");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_channels_default" ON "chat_channels" USING btree ("org_id") WHERE "chat_channels"."is_default";--> statement-breakpoint
CREATE INDEX "chat_members_user" ON "chat_members" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE INDEX "company_addresses_company" ON "company_addresses" USING btree ("org_id","company_id","display_order");--> statement-breakpoint
CREATE UNIQUE INDEX "company_invites_email" ON "company_invites" USING btree ("org_id","company_id","invited_email");--> statement-breakpoint
CREATE UNIQUE INDEX "connections_pair" ON "connections" USING btree (least("inviting_user_id", "invited_user_id"),greatest("inviting_user_id", "invited_user_id"));--> statement-breakpoint
CREATE INDEX "connections_inviting" ON "connections" USING btree ("inviting_user_id");--> statement-breakpoint
CREATE INDEX "connections_invited" ON "connections" USING btree ("invited_user_id");--> statement-breakpoint
CREATE INDEX "customer_managers_person" ON "customer_managers" USING btree ("org_id","org_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_service_zones_company_name" ON "customer_service_zones" USING btree ("org_id","company_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "customer_statuses_company_name" ON "customer_statuses" USING btree ("org_id","company_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "customers_company_license" ON "customers" USING btree ("org_id","company_id","license_id");--> statement-breakpoint
CREATE INDEX "customers_license" ON "customers" USING btree ("license_id");--> statement-breakpoint
CREATE INDEX "customers_org_name" ON "customers" USING btree ("org_id",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "customers_status" ON "customers" USING btree ("org_id","customer_status_id");--> statement-breakpoint
CREATE INDEX "customers_service_zone" ON "customers" USING btree ("org_id","service_zone_id");--> statement-breakpoint
CREATE INDEX "customers_name_trgm" ON "customers" USING gin (search_text("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "service_zone_areas_zone" ON "service_zone_areas" USING btree ("org_id","service_zone_id");--> statement-breakpoint
CREATE INDEX "deal_bids_offer" ON "deal_bids" USING btree ("org_id","offer_id","id");--> statement-breakpoint
CREATE INDEX "deal_bids_buyer" ON "deal_bids" USING btree ("buyer_org_id","updated_at");--> statement-breakpoint
CREATE INDEX "deal_bids_open" ON "deal_bids" USING btree ("answer_by") WHERE "deal_bids"."status" = 'OPEN';--> statement-breakpoint
CREATE UNIQUE INDEX "deal_bids_one_open" ON "deal_bids" USING btree ("org_id","offer_id","buyer_license_id") WHERE "deal_bids"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX "offer_lots_package" ON "offer_lots" USING btree ("org_id","package_id");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_uuid" ON "offers" USING btree ("org_id","uuid");--> statement-breakpoint
CREATE INDEX "offers_by_uuid" ON "offers" USING btree ("uuid");--> statement-breakpoint
CREATE INDEX "offers_open" ON "offers" USING btree ("ends_at") WHERE "offers"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX "offers_created" ON "offers" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "offers_product" ON "offers" USING btree ("org_id","product_id");--> statement-breakpoint
CREATE INDEX "mail_codes_user_id_kind_index" ON "mail_codes" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "mail_codes_expires_at_index" ON "mail_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mailbox_sent_at_index" ON "mailbox" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "oidc_payloads_uid_index" ON "oidc_payloads" USING btree ("uid") WHERE uid is not null;--> statement-breakpoint
CREATE INDEX "oidc_payloads_grant_id_index" ON "oidc_payloads" USING btree ("grant_id") WHERE grant_id is not null;--> statement-breakpoint
CREATE INDEX "oidc_payloads_user_code_index" ON "oidc_payloads" USING btree ("user_code") WHERE user_code is not null;--> statement-breakpoint
CREATE INDEX "oidc_payloads_account_id_index" ON "oidc_payloads" USING btree ("account_id") WHERE account_id is not null;--> statement-breakpoint
CREATE INDEX "oidc_payloads_expires_at_index" ON "oidc_payloads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_last_attempt_at_index" ON "sign_in_attempts" USING btree ("last_attempt_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_connection_code" ON "users" USING btree ("connection_code");--> statement-breakpoint
CREATE INDEX "users_search_trgm" ON "users" USING gin (search_text("first_name" || ' ' || "last_name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "license_syncs_person" ON "license_syncs" USING btree ("org_id","org_user_id");--> statement-breakpoint
CREATE INDEX "marketplace_moves_order" ON "marketplace_moves" USING btree ("org_id","order_id","id");--> statement-breakpoint
CREATE INDEX "marketplace_moves_open" ON "marketplace_moves" USING btree ("org_id","us_state","updated_at") WHERE "marketplace_moves"."state" in ('PENDING', 'REFUSED');--> statement-breakpoint
CREATE INDEX "sandbox_records_subject" ON "sandbox_records" USING btree ("stand_in","kind","subject","id");--> statement-breakpoint
CREATE UNIQUE INDEX "wholesale_syncs_org_state" ON "wholesale_syncs" USING btree ("org_id","us_state");--> statement-breakpoint
CREATE UNIQUE INDEX "item_rules_once" ON "item_rules" USING btree ("org_id","us_state",lower("search_text"),"license_ids");--> statement-breakpoint
CREATE INDEX "package_departures_product" ON "package_departures" USING btree ("org_id","product_id","order_id");--> statement-breakpoint
CREATE INDEX "package_departures_package" ON "package_departures" USING btree ("org_id","package_id");--> statement-breakpoint
CREATE INDEX "package_departures_order" ON "package_departures" USING btree ("org_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "packages_label" ON "packages" USING btree ("org_id","label");--> statement-breakpoint
CREATE INDEX "packages_item" ON "packages" USING btree ("org_id","item_id","status","license_id");--> statement-breakpoint
CREATE INDEX "packages_newest" ON "packages" USING btree ("org_id","last_activity_at","id","status","license_id");--> statement-breakpoint
CREATE INDEX "packages_license" ON "packages" USING btree ("org_id","license_id","last_activity_at","id");--> statement-breakpoint
CREATE INDEX "packages_lab_unread" ON "packages" USING btree ("org_id","license_id","id") WHERE "packages"."status" <> 'INACTIVE' and ("packages"."lab_read_at" is null or "packages"."lab_read_at" < "packages"."last_activity_at");--> statement-breakpoint
CREATE INDEX "packages_label_trgm" ON "packages" USING gin (search_text("label") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "packages_sources" ON "packages" USING gin ("source_labels") WHERE "packages"."source_labels" <> '{}';--> statement-breakpoint
CREATE UNIQUE INDEX "product_items_item" ON "product_items" USING btree ("org_id","item_id");--> statement-breakpoint
CREATE INDEX "product_items_product" ON "product_items" USING btree ("org_id","product_id","id");--> statement-breakpoint
CREATE INDEX "tracking_items_rule" ON "tracking_items" USING btree ("org_id","rule_id") WHERE "tracking_items"."rule_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tracking_items_of_license" ON "tracking_items" USING btree ("org_id","license_id","tracking_id");--> statement-breakpoint
CREATE INDEX "tracking_items_name" ON "tracking_items" USING btree ("org_id",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "tracking_items_name_trgm" ON "tracking_items" USING gin (search_text("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tracking_items_strain_trgm" ON "tracking_items" USING gin (search_text("strain_name") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "tracking_differences_open" ON "tracking_differences" USING btree ("org_id","license_id","label","kind") WHERE "tracking_differences"."settled_at" is null and "tracking_differences"."kind" <> 'REFUSED';--> statement-breakpoint
CREATE INDEX "tracking_differences_newest" ON "tracking_differences" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tracking_differences_asked" ON "tracking_differences" USING btree ("org_id","asked_of") WHERE "tracking_differences"."asked_of" is not null;--> statement-breakpoint
CREATE INDEX "tracking_differences_package" ON "tracking_differences" USING btree ("org_id","package_id");--> statement-breakpoint
CREATE INDEX "tracking_writes_open" ON "tracking_writes" USING btree ("org_id","license_id","id") WHERE "tracking_writes"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "tracking_writes_made" ON "tracking_writes" USING btree ("org_id","made_id");--> statement-breakpoint
CREATE INDEX "transfer_packages_label" ON "transfer_packages" USING btree ("org_id","label");--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_once" ON "transfers" USING btree ("org_id","license_id","direction","tracking_id");--> statement-breakpoint
CREATE INDEX "transfers_newest" ON "transfers" USING btree ("org_id","license_id","modified_at");--> statement-breakpoint
CREATE INDEX "transfers_unread" ON "transfers" USING btree ("org_id","license_id","id") WHERE "transfers"."packages_read_at" is distinct from "transfers"."modified_at";--> statement-breakpoint
CREATE INDEX "market_opens_latest" ON "market_opens" USING btree ("org_id","org_user_id","opened_at");--> statement-breakpoint
CREATE UNIQUE INDEX "product_follows_person" ON "product_follows" USING btree ("org_id","org_user_id","buyer_license_id","product_id");--> statement-breakpoint
CREATE INDEX "order_comments_order" ON "order_comments" USING btree ("org_id","order_id","created_at","id");--> statement-breakpoint
CREATE INDEX "order_mails_order" ON "order_mails" USING btree ("org_id","order_id","id");--> statement-breakpoint
CREATE INDEX "order_problems_order" ON "order_problems" USING btree ("org_id","order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_line_items_order" ON "order_line_items" USING btree ("org_id","order_id","position");--> statement-breakpoint
CREATE INDEX "order_line_items_product" ON "order_line_items" USING btree ("org_id","product_id","order_id");--> statement-breakpoint
CREATE INDEX "order_line_items_brand" ON "order_line_items" USING btree ("org_id","brand_id","order_id");--> statement-breakpoint
CREATE INDEX "order_line_items_name_trgm" ON "order_line_items" USING gin (search_text("product_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "order_payments_order" ON "order_payments" USING btree ("org_id","order_id","id");--> statement-breakpoint
CREATE INDEX "order_payments_date" ON "order_payments" USING btree ("org_id","payment_date","order_id") WHERE "order_payments"."voided_at" is null and "order_payments"."amount" > 0;--> statement-breakpoint
CREATE INDEX "order_sales_reps_user" ON "order_sales_reps" USING btree ("org_id","org_user_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_org_number" ON "orders" USING btree ("org_id","order_number");--> statement-breakpoint
CREATE INDEX "orders_org_number_length" ON "orders" USING btree ("org_id",length("order_number"),"order_number","id");--> statement-breakpoint
CREATE INDEX "orders_org_customer" ON "orders" USING btree ("org_id",lower("customer_name"),"id");--> statement-breakpoint
CREATE INDEX "orders_org_ship_date" ON "orders" USING btree ("org_id","ship_date" NULLS FIRST,"id","created_at");--> statement-breakpoint
CREATE INDEX "orders_org_due_date" ON "orders" USING btree ("org_id","payment_due_date" NULLS FIRST,"id","created_at");--> statement-breakpoint
CREATE INDEX "orders_org_created" ON "orders" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_org_status_created" ON "orders" USING btree ("org_id","status","created_at","id","total_usd","invoiced_usd","paid_usd","order_source","company_id","customer_id","order_discount_usd");--> statement-breakpoint
CREATE INDEX "orders_org_total" ON "orders" USING btree ("org_id","total_usd","id");--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("org_id","customer_id","created_at","id","status","total_usd","invoiced_usd","paid_usd");--> statement-breakpoint
CREATE INDEX "orders_buyer_created" ON "orders" USING btree ("buyer_org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_text_trgm" ON "orders" USING gin (search_text("customer_name") gin_trgm_ops,search_text("order_number") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "brands_slug" ON "brands" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "brands_org" ON "brands" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "brands_name_trgm" ON "brands" USING gin (search_text("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "buyer_companies_org" ON "buyer_companies" USING btree ("org_id");--> statement-breakpoint
CREATE UNIQUE INDEX "buyer_licenses_company_license" ON "buyer_licenses" USING btree ("buyer_company_id","license_id");--> statement-breakpoint
CREATE INDEX "buyer_licenses_org" ON "buyer_licenses" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "companies_org" ON "companies" USING btree ("org_id");--> statement-breakpoint
CREATE UNIQUE INDEX "company_order_terms_zone" ON "company_order_terms" USING btree ("company_id",coalesce("service_zone_id", 0));--> statement-breakpoint
CREATE INDEX "company_payment_options_company" ON "company_payment_options" USING btree ("company_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "licenses_state_number" ON "licenses" USING btree ("us_state","license_number") WHERE "licenses"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "licenses_org" ON "licenses" USING btree ("org_id");--> statement-breakpoint
CREATE UNIQUE INDEX "org_users_org_user" ON "org_users" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE INDEX "org_users_user" ON "org_users" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "org_users_org_email" ON "org_users" USING btree ("org_id",lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "org_users_invite_code" ON "org_users" USING btree ("invite_code");--> statement-breakpoint
CREATE UNIQUE INDEX "org_users_sales_rep" ON "org_users" USING btree ("org_id","sales_rep_id") WHERE "org_users"."status" <> 'REMOVED';--> statement-breakpoint
CREATE INDEX "org_users_email" ON "org_users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "org_users_role" ON "org_users" USING btree ("org_id","role_id");--> statement-breakpoint
CREATE INDEX "organizations_name_trgm" ON "organizations" USING gin (search_text("name") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "roles_org_name" ON "roles" USING btree ("org_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "roles_org_default" ON "roles" USING btree ("org_id","default_role_id");--> statement-breakpoint
CREATE INDEX "audit_log_org" ON "audit_log" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("org_id","entity","entity_id","id");--> statement-breakpoint
CREATE INDEX "call_counts_ends" ON "call_counts" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "failed_jobs_org" ON "failed_jobs" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "failed_jobs_failed" ON "failed_jobs" USING btree ("failed_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_steps_created" ON "idempotency_steps" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "report_mailing_recipients_person" ON "report_mailing_recipients" USING btree ("org_id","org_user_id");--> statement-breakpoint
CREATE INDEX "report_mailings_person" ON "report_mailings" USING btree ("org_id","org_user_id");--> statement-breakpoint
CREATE INDEX "report_mailings_next" ON "report_mailings" USING btree ("next_at") WHERE "report_mailings"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "sandbox_chat_members_user" ON "sandbox_chat_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sandbox_chat_messages_channel" ON "sandbox_chat_messages" USING btree ("cid","position");--> statement-breakpoint
CREATE INDEX "sandbox_packages_list" ON "sandbox_packages" USING btree ("license_number","list","modified_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_packages_label" ON "sandbox_packages" USING btree ("license_number","label");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_searches_person_name" ON "saved_searches" USING btree ("org_id","org_user_id","company_id","list",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "standing_lists_name" ON "standing_lists" USING btree ("org_id","buyer_company_id","seller_company_id",lower("name"));