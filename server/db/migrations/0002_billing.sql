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
	"portal_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_tier" CHECK ("subscriptions"."tier" in ('PAYG', 'STARTER', 'BASIC', 'ENTERPRISE')),
	CONSTRAINT "subscriptions_duration" CHECK ("subscriptions"."duration" in ('MONTHLY', 'YEARLY')),
	CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" in ('active', 'non_renewing', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "hosted_pages" ADD CONSTRAINT "hosted_pages_org_id_organisations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hosted_pages" ADD CONSTRAINT "hosted_pages_requested_by_user_id_users_id_fk" FOREIGN KEY ("requested_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_org_id_organisations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "hosted_pages_checkout" ON "hosted_pages" USING btree ("checkout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "hosted_pages_service" ON "hosted_pages" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "hosted_pages_org" ON "hosted_pages" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "hosted_pages_unsettled" ON "hosted_pages" USING btree ("id") WHERE "hosted_pages"."state" in ('requested', 'succeeded');--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_pages_key" ON "sandbox_pages" USING btree ("idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_subscriptions_customer" ON "sandbox_subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_org" ON "subscriptions" USING btree ("org_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_service" ON "subscriptions" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "subscriptions_portal" ON "subscriptions" USING btree ("portal_until") WHERE "subscriptions"."portal_until" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_term_end" ON "subscriptions" USING btree ("current_term_end") WHERE "subscriptions"."status" <> 'cancelled';