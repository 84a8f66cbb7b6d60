-- oldest: 0031_accounting_wholesale
CREATE TABLE "api_key_uses" (
	"org_id" bigint NOT NULL,
	"api_key_id" bigint NOT NULL,
	"call" text NOT NULL,
	"day" date NOT NULL,
	"calls" integer NOT NULL,
	"refused" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"last_address" text NOT NULL,
	CONSTRAINT "api_key_uses_org_id_api_key_id_call_day_pk" PRIMARY KEY("org_id","api_key_id","call","day")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"user_id" uuid NOT NULL,
	"public_id" text NOT NULL,
	"caller_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"features" jsonb NOT NULL,
	"company_ids" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"license_ids" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"brand_ids" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"addresses" text[] DEFAULT '{}'::text[] NOT NULL,
	"secret_hash" text NOT NULL,
	"ending" text NOT NULL,
	"former_hash" text,
	"former_until" timestamp (3) with time zone,
	"learning_since" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"expiry_told_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_public_id_unique" UNIQUE("public_id")
);
--> statement-breakpoint
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
CREATE TABLE "roadmap_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "roadmap_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"status_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp (3) with time zone,
	"merged_into_id" bigint,
	"votes" integer DEFAULT 0 NOT NULL,
	"is_ours" boolean DEFAULT false NOT NULL,
	"org_id" bigint,
	"author_user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "roadmap_entries_status" CHECK ("roadmap_entries"."status" in ('WAITING', 'IN_PROGRESS', 'PLANNED', 'OPEN', 'SHIPPED', 'CLOSED')),
	CONSTRAINT "roadmap_entries_waiting" CHECK ("roadmap_entries"."status" <> 'WAITING' or "roadmap_entries"."published_at" is null)
);
--> statement-breakpoint
CREATE TABLE "roadmap_supporters" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "roadmap_supporters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entry_id" bigint NOT NULL,
	"user_id" uuid NOT NULL,
	"org_id" bigint,
	"voted_at" timestamp (3) with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"is_following" boolean DEFAULT true NOT NULL,
	CONSTRAINT "roadmap_supporters_entry_id_user_id_pk" PRIMARY KEY("entry_id","user_id"),
	CONSTRAINT "roadmap_supporters_reason" CHECK ("roadmap_supporters"."reason" = '' or "roadmap_supporters"."voted_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "roadmap_updates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "roadmap_updates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entry_id" bigint NOT NULL,
	"status" text NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "roadmap_updates_status" CHECK ("roadmap_updates"."status" in ('WAITING', 'IN_PROGRESS', 'PLANNED', 'OPEN', 'SHIPPED', 'CLOSED'))
);
--> statement-breakpoint
CREATE TABLE "recording_chunks" (
	"recording_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"events" "bytea" NOT NULL,
	CONSTRAINT "recording_chunks_recording_id_number_pk" PRIMARY KEY("recording_id","number")
);
--> statement-breakpoint
CREATE TABLE "recording_views" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recording_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"recording_id" bigint NOT NULL,
	"by_user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recordings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recordings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"org_id" bigint NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "usage_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"org_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"detail" jsonb NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_organizations" (
	"org_id" bigint PRIMARY KEY NOT NULL,
	"level" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "usage_organizations_level" CHECK ("usage_organizations"."level" in ('OFF', 'EVENTS', 'RECORDINGS'))
);
--> statement-breakpoint
CREATE TABLE "usage_people" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"level" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "usage_people_level" CHECK ("usage_people"."level" in ('OFF', 'EVENTS', 'RECORDINGS'))
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
	"failures" integer DEFAULT 0 NOT NULL,
	"rests_until" timestamp (3) with time zone,
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
ALTER TABLE "audit_log" ADD COLUMN "api_key_id" bigint;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "api_key_name" text;--> statement-breakpoint
ALTER TABLE "api_key_uses" ADD CONSTRAINT "api_key_uses_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_uses" ADD CONSTRAINT "api_key_uses_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_streams" ADD CONSTRAINT "event_streams_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_subjects" ADD CONSTRAINT "event_subjects_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roadmap_entries" ADD CONSTRAINT "roadmap_entries_merged_into_id_roadmap_entries_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."roadmap_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roadmap_entries" ADD CONSTRAINT "roadmap_entries_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roadmap_entries" ADD CONSTRAINT "roadmap_entries_author_user_id_users_id_fk" FOREIGN KEY ("author_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roadmap_supporters" ADD CONSTRAINT "roadmap_supporters_entry_id_roadmap_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."roadmap_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roadmap_supporters" ADD CONSTRAINT "roadmap_supporters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roadmap_supporters" ADD CONSTRAINT "roadmap_supporters_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roadmap_updates" ADD CONSTRAINT "roadmap_updates_entry_id_roadmap_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."roadmap_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_chunks" ADD CONSTRAINT "recording_chunks_recording_id_recordings_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recordings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_views" ADD CONSTRAINT "recording_views_recording_id_recordings_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recordings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_views" ADD CONSTRAINT "recording_views_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_events" ADD CONSTRAINT "usage_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_events" ADD CONSTRAINT "usage_events_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_organizations" ADD CONSTRAINT "usage_organizations_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_people" ADD CONSTRAINT "usage_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fk" FOREIGN KEY ("org_id","delivery_id") REFERENCES "public"."webhook_deliveries"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fk" FOREIGN KEY ("org_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_position_fk" FOREIGN KEY ("org_id","position") REFERENCES "public"."events"("org_id","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_maker_user_id_users_id_fk" FOREIGN KEY ("maker_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_receipts" ADD CONSTRAINT "webhook_receipts_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_receipts" ADD CONSTRAINT "webhook_receipts_endpoint_id_fk" FOREIGN KEY ("org_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_uses_day" ON "api_key_uses" USING btree ("org_id","day");--> statement-breakpoint
CREATE INDEX "api_keys_org" ON "api_keys" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "events_subject" ON "events" USING btree ("org_id","subject_kind","subject_id","sequence");--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "roadmap_entries_merged" ON "roadmap_entries" USING btree ("merged_into_id") WHERE "roadmap_entries"."merged_into_id" is not null;--> statement-breakpoint
CREATE INDEX "roadmap_entries_author" ON "roadmap_entries" USING btree ("author_user_id") WHERE "roadmap_entries"."author_user_id" is not null;--> statement-breakpoint
CREATE INDEX "roadmap_entries_words" ON "roadmap_entries" USING gin (to_tsvector('english', "title" || ' ' || "text"));--> statement-breakpoint
CREATE INDEX "roadmap_supporters_user" ON "roadmap_supporters" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "roadmap_updates_entry" ON "roadmap_updates" USING btree ("entry_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "recording_views_recording" ON "recording_views" USING btree ("recording_id","id");--> statement-breakpoint
CREATE INDEX "recordings_user" ON "recordings" USING btree ("user_id","org_id","id");--> statement-breakpoint
CREATE INDEX "usage_events_user" ON "usage_events" USING btree ("user_id","org_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("org_id","endpoint_id","next_at") WHERE "webhook_deliveries"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" USING btree ("org_id","endpoint_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("org_id","position","endpoint_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_receipts_endpoint" ON "webhook_receipts" USING btree ("org_id","endpoint_id","id");