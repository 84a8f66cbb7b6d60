-- oldest: 0021_partners_and_shares
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
ALTER TABLE "sandbox_chat_files" ADD CONSTRAINT "sandbox_chat_files_cid_sandbox_chat_channels_cid_fk" FOREIGN KEY ("cid") REFERENCES "public"."sandbox_chat_channels"("cid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_files" ADD CONSTRAINT "sandbox_chat_files_user_id_sandbox_chat_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sandbox_chat_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_files" ADD CONSTRAINT "sandbox_chat_files_message_id_sandbox_chat_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."sandbox_chat_messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sandbox_chat_files_message" ON "sandbox_chat_files" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "sandbox_chat_files_channel" ON "sandbox_chat_files" USING btree ("cid");