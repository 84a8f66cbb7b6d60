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
CREATE TABLE "sandbox_chat_sockets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"asks_presence" boolean DEFAULT false NOT NULL,
	"alive_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sandbox_chat_users" ADD COLUMN "is_online" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_export_parts" ADD CONSTRAINT "chat_export_parts_export_id_fk" FOREIGN KEY ("org_id","export_id") REFERENCES "public"."chat_exports"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_exports" ADD CONSTRAINT "chat_exports_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_exports" ADD CONSTRAINT "chat_exports_asked_by_user_id_users_id_fk" FOREIGN KEY ("asked_by_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_chat_sockets" ADD CONSTRAINT "sandbox_chat_sockets_user_id_sandbox_chat_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sandbox_chat_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_exports_asked" ON "chat_exports" USING btree ("org_id","asked_by_user_id","created_at");--> statement-breakpoint
CREATE INDEX "chat_exports_expires" ON "chat_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sandbox_chat_sockets_user" ON "sandbox_chat_sockets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sandbox_chat_sockets_alive" ON "sandbox_chat_sockets" USING btree ("alive_until");