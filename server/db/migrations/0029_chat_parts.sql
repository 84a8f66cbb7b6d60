-- oldest: 0021_partners_and_shares
CREATE TABLE "chat_export_parts" (
	"org_id" bigint NOT NULL,
	"export_id" bigint NOT NULL,
	"part" integer NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "chat_export_parts_org_id_export_id_part_pk" PRIMARY KEY("org_id","export_id","part")
);
--> statement-breakpoint
CREATE TABLE "chat_exports" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "chat_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"asked_by_user_id" uuid NOT NULL,
	"channels" integer DEFAULT 0 NOT NULL,
	"messages" integer DEFAULT 0 NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_exports_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "chat_mentions" (
	"message_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"org_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_mentions_message_id_user_id_pk" PRIMARY KEY("message_id","user_id")
);
--> statement-breakpoint
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
CREATE TABLE "sandbox_chat_files" (
	"id" text PRIMARY KEY NOT NULL,
	"thumb_id" text,
	"cid" text NOT NULL,
	"user_id" text NOT NULL,
	"message_id" text,
	"place" integer DEFAULT 0 NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer,
	"height" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox_chat_sockets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"asks_presence" boolean DEFAULT false NOT NULL,
	"alive_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sandbox_chat_members" ADD COLUMN "muted_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sandbox_chat_messages" ADD COLUMN "mentioned_user_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_chat_messages" ADD COLUMN "command_name" text;--> statement-breakpoint
ALTER TABLE "sandbox_chat_messages" ADD COLUMN "command_args" text;--> statement-breakpoint
ALTER TABLE "sandbox_chat_users" ADD COLUMN "is_online" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_export_parts" ADD CONSTRAINT "chat_export_parts_export_id_fk" FOREIGN KEY ("org_id","export_id") REFERENCES "public"."chat_exports"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_exports" ADD CONSTRAINT "chat_exports_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_exports" ADD CONSTRAINT "chat_exports_asked_by_user_id_users_id_fk" FOREIGN KEY ("asked_by_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_mentions" ADD CONSTRAINT "chat_mentions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_links" ADD CONSTRAINT "message_links_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_links" ADD CONSTRAINT "message_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_files" ADD CONSTRAINT "sandbox_chat_files_cid_sandbox_chat_channels_cid_fk" FOREIGN KEY ("cid") REFERENCES "public"."sandbox_chat_channels"("cid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_files" ADD CONSTRAINT "sandbox_chat_files_user_id_sandbox_chat_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sandbox_chat_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_files" ADD CONSTRAINT "sandbox_chat_files_message_id_sandbox_chat_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."sandbox_chat_messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_sockets" ADD CONSTRAINT "sandbox_chat_sockets_user_id_sandbox_chat_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sandbox_chat_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_exports_asked" ON "chat_exports" USING btree ("org_id","asked_by_user_id","created_at");--> statement-breakpoint
CREATE INDEX "chat_exports_expires" ON "chat_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "chat_mentions_created" ON "chat_mentions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "message_links_channel" ON "message_links" USING btree ("org_id","channel_id","created_at");--> statement-breakpoint
CREATE INDEX "message_links_record" ON "message_links" USING btree ("org_id","record_id","kind");--> statement-breakpoint
CREATE INDEX "sandbox_chat_files_message" ON "sandbox_chat_files" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "sandbox_chat_files_channel" ON "sandbox_chat_files" USING btree ("cid");--> statement-breakpoint
CREATE INDEX "sandbox_chat_sockets_user" ON "sandbox_chat_sockets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sandbox_chat_sockets_alive" ON "sandbox_chat_sockets" USING btree ("alive_until");