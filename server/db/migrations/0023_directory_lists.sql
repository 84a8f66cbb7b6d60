-- oldest: 0021_partners_and_shares
CREATE TABLE "directory_list_entries" (
	"org_id" bigint NOT NULL,
	"list_id" bigint NOT NULL,
	"listing_type" text NOT NULL,
	"listing_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "directory_list_entries_org_id_list_id_listing_type_listing_id_pk" PRIMARY KEY("org_id","list_id","listing_type","listing_id"),
	CONSTRAINT "directory_list_entries_type" CHECK ("directory_list_entries"."listing_type" in ('brand', 'org', 'license'))
);
--> statement-breakpoint
CREATE TABLE "directory_lists" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "directory_lists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" bigint NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "directory_lists_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "directory_list_entries" ADD CONSTRAINT "directory_list_entries_list_id_fk" FOREIGN KEY ("org_id","list_id") REFERENCES "public"."directory_lists"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_lists" ADD CONSTRAINT "directory_lists_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "directory_lists_name" ON "directory_lists" USING btree ("org_id",lower("name"));