-- oldest: 0000_first
ALTER TABLE "market_people" ADD COLUMN "order_news_of" text DEFAULT 'MINE' NOT NULL;--> statement-breakpoint
ALTER TABLE "market_people" ADD COLUMN "order_news" text[] DEFAULT '{ACCEPTED,CHANGED,REJECTED,SHIPPED}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "untold_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "market_people" ADD CONSTRAINT "market_people_order_news_of" CHECK ("market_people"."order_news_of" in ('MINE', 'ALL'));