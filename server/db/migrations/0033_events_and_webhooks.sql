-- oldest: 0031_accounting_wholesale
CREATE TABLE "event_streams" (
	"org_id" bigint NOT NULL,
	"last" bigint DEFAULT 0 NOT NULL,
	"removed_until" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_streams_org_id_pk" PRIMARY KEY("org_id")
);
--> statement-breakpoint
CREATE TABLE "event_subjects" (
	"org_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_subjects_org_id_kind_subject_id_pk" PRIMARY KEY("org_id","kind","subject_id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"org_id" bigint NOT NULL,
	"position" bigint NOT NULL,
	"event_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"type" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_org_id_position_pk" PRIMARY KEY("org_id","position")
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"org_id" bigint NOT NULL,
	"delivery_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"milliseconds" integer NOT NULL,
	"address" text,
	"request_headers" jsonb NOT NULL,
	"request_body" text NOT NULL,
	"status" integer,
	"reply_headers" jsonb NOT NULL,
	"reply_head" text NOT NULL,
	"problem" text,
	CONSTRAINT "webhook_attempts_org_id_delivery_id_number_pk" PRIMARY KEY("org_id","delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"endpoint_id" bigint NOT NULL,
	"position" bigint NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_status" integer,
	"next_at" timestamp (3) with time zone DEFAULT now(),
	"is_resent" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_deliveries_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "webhook_deliveries_state" CHECK ("webhook_deliveries"."state" in ('WAITING', 'DELIVERED', 'FAILED', 'WITHHELD', 'CANCELLED'))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_endpoints_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"url" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"types" text[] DEFAULT '{}'::text[] NOT NULL,
	"state" text DEFAULT 'ACTIVE' NOT NULL,
	"problem" text,
	"sealed_secret" text NOT NULL,
	"sealed_old_secret" text,
	"old_secret_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"last_success_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	"off_since" timestamp (3) with time zone,
	"maker_user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "webhook_endpoints_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "webhook_endpoints_state" CHECK ("webhook_endpoints"."state" in ('ACTIVE', 'PAUSED', 'DISABLED')),
	CONSTRAINT "webhook_endpoints_kind" CHECK ("webhook_endpoints"."kind" in ('URL', 'RECEIVER'))
);
--> statement-breakpoint
CREATE TABLE "webhook_receipts" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_receipts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"endpoint_id" bigint NOT NULL,
	"headers" jsonb NOT NULL,
	"body" text NOT NULL,
	"is_verified" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_receipts_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "event_streams" ADD CONSTRAINT "event_streams_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_subjects" ADD CONSTRAINT "event_subjects_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fk" FOREIGN KEY ("org_id","delivery_id") REFERENCES "public"."webhook_deliveries"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fk" FOREIGN KEY ("org_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_maker_user_id_users_id_fk" FOREIGN KEY ("maker_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_receipts" ADD CONSTRAINT "webhook_receipts_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_receipts" ADD CONSTRAINT "webhook_receipts_endpoint_id_fk" FOREIGN KEY ("org_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "events_subject" ON "events" USING btree ("org_id","subject_kind","subject_id","sequence");--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_attempts_at" ON "webhook_attempts" USING btree ("org_id","at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_at") WHERE "webhook_deliveries"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" USING btree ("org_id","endpoint_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_receipts_endpoint" ON "webhook_receipts" USING btree ("org_id","endpoint_id","id");