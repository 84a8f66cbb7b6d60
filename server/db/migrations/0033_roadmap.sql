-- oldest: 0031_accounting_wholesale
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
ALTER TABLE "roadmap_entries" ADD CONSTRAINT "roadmap_entries_merged_into_id_roadmap_entries_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."roadmap_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roadmap_entries" ADD CONSTRAINT "roadmap_entries_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roadmap_entries" ADD CONSTRAINT "roadmap_entries_author_user_id_users_id_fk" FOREIGN KEY ("author_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roadmap_supporters" ADD CONSTRAINT "roadmap_supporters_entry_id_roadmap_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."roadmap_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roadmap_supporters" ADD CONSTRAINT "roadmap_supporters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roadmap_supporters" ADD CONSTRAINT "roadmap_supporters_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roadmap_updates" ADD CONSTRAINT "roadmap_updates_entry_id_roadmap_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."roadmap_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "roadmap_entries_merged" ON "roadmap_entries" USING btree ("merged_into_id") WHERE "roadmap_entries"."merged_into_id" is not null;--> statement-breakpoint
CREATE INDEX "roadmap_entries_author" ON "roadmap_entries" USING btree ("author_user_id") WHERE "roadmap_entries"."author_user_id" is not null;--> statement-breakpoint
CREATE INDEX "roadmap_entries_words" ON "roadmap_entries" USING gin (to_tsvector('english', "title" || ' ' || "text"));--> statement-breakpoint
CREATE INDEX "roadmap_supporters_user" ON "roadmap_supporters" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "roadmap_updates_entry" ON "roadmap_updates" USING btree ("entry_id","id");