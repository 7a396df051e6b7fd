CREATE TABLE `payment_alerts` (
	`mode` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`customer_id` text NOT NULL,
	`source_type` text,
	`source_id` text,
	`stripe_charge_id` text,
	`stripe_payment_intent_id` text,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`detail` text,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`closed_reason` text,
	PRIMARY KEY(`mode`, `id`),
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payment_alerts_customer` ON `payment_alerts` (`customer_id`);--> statement-breakpoint
CREATE INDEX `payment_alerts_open` ON `payment_alerts` (`mode`,`created_at`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE TABLE `payouts` (
	`mode` text NOT NULL,
	`stripe_payout_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`mode`, `stripe_payout_id`)
);
--> statement-breakpoint
CREATE INDEX `payouts_time` ON `payouts` (`mode`,`created_at`);--> statement-breakpoint
DROP INDEX `payments_time`;--> statement-breakpoint
ALTER TABLE `payments` ADD `settlement_currency` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `fee_minor` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `disputed_minor` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `net_minor` integer;--> statement-breakpoint
CREATE INDEX `payments_time` ON `payments` (`mode`,`created_at`,`stripe_charge_id`);--> statement-breakpoint
ALTER TABLE `daily_payments` ADD `unsettled_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `daily_payments` ADD `fee_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `daily_payments` ADD `disputed_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `daily_payments` ADD `net_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Fees and net amounts are only at Stripe: fetch every customer who has paid once more.
UPDATE `customers` SET `dirty_seq` = `dirty_seq` + 1 WHERE `stripe_customer_id` IS NOT NULL
  AND EXISTS (SELECT 1 FROM `payments` WHERE `payments`.`customer_id` = `customers`.`id`);
