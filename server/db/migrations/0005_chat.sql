CREATE TABLE "chat_channels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"org_id" bigint NOT NULL,
	"channel_type" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"unique_key" text NOT NULL,
	"topic" text DEFAULT '' NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_by_user_id" uuid,
	"revision" integer DEFAULT 0 NOT NULL,
	"kept_revision" integer DEFAULT -1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_channels_type" CHECK ("chat_channels"."channel_type" in ('TEAM', 'TEAM_DM'))
);
--> statement-breakpoint
CREATE TABLE "chat_members" (
	"channel_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_members_channel_id_user_id_pk" PRIMARY KEY("channel_id","user_id"),
	CONSTRAINT "chat_members_role" CHECK ("chat_members"."role" in ('owner', 'member'))
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
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_channels" ADD CONSTRAINT "chat_channels_org_id_organisations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_channels" ADD CONSTRAINT "chat_channels_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_members" ADD CONSTRAINT "chat_members_channel_id_chat_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."chat_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_members" ADD CONSTRAINT "chat_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_channels" ADD CONSTRAINT "sandbox_chat_channels_created_by_id_sandbox_chat_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."sandbox_chat_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_members" ADD CONSTRAINT "sandbox_chat_members_cid_sandbox_chat_channels_cid_fk" FOREIGN KEY ("cid") REFERENCES "public"."sandbox_chat_channels"("cid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_members" ADD CONSTRAINT "sandbox_chat_members_user_id_sandbox_chat_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sandbox_chat_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_messages" ADD CONSTRAINT "sandbox_chat_messages_cid_sandbox_chat_channels_cid_fk" FOREIGN KEY ("cid") REFERENCES "public"."sandbox_chat_channels"("cid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_messages" ADD CONSTRAINT "sandbox_chat_messages_user_id_sandbox_chat_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sandbox_chat_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_reactions" ADD CONSTRAINT "sandbox_chat_reactions_message_id_sandbox_chat_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."sandbox_chat_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_reactions" ADD CONSTRAINT "sandbox_chat_reactions_user_id_sandbox_chat_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sandbox_chat_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_channels_unique_key" ON "chat_channels" USING btree ("org_id","channel_type","unique_key");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_channels_default" ON "chat_channels" USING btree ("org_id") WHERE "chat_channels"."is_default";--> statement-breakpoint
CREATE INDEX "chat_members_user" ON "chat_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sandbox_chat_members_user" ON "sandbox_chat_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sandbox_chat_messages_channel" ON "sandbox_chat_messages" USING btree ("cid","position");