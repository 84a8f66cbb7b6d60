-- oldest: 0021_partners_and_shares
CREATE TABLE "message_links" (
	"org_id" bigint NOT NULL,
	"message_id" text NOT NULL,
	"channel_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"record_id" bigint NOT NULL,
	"part_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_links_org_id_message_id_kind_record_id_part_id_pk" PRIMARY KEY("org_id","message_id","kind","record_id","part_id"),
	CONSTRAINT "message_links_kind" CHECK ("message_links"."kind" in ('ORDER_COMMENT', 'ORDER_PROBLEM', 'INTAKE_NOTE'))
);
--> statement-breakpoint
ALTER TABLE "message_links" ADD CONSTRAINT "message_links_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_links" ADD CONSTRAINT "message_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_links_channel" ON "message_links" USING btree ("org_id","channel_id","created_at");--> statement-breakpoint
CREATE INDEX "message_links_record" ON "message_links" USING btree ("org_id","record_id","kind");