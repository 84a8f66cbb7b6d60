-- oldest: 0000_first
CREATE TABLE "sandbox_customers" (
	"id" text PRIMARY KEY NOT NULL,
	"company" text NOT NULL
);
