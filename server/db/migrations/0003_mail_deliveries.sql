-- oldest: 0000_first
ALTER TABLE "order_mails" ADD COLUMN "deliveries" jsonb DEFAULT '{}'::jsonb NOT NULL;