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
CREATE TABLE `trial_cards` (
	`hash` text PRIMARY KEY NOT NULL,
	`stripe_subscription_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `price_move_subscriptions` (
	`move_id` text NOT NULL,
	`subscription_id` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`next_attempt_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`error` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`move_id`, `subscription_id`),
	FOREIGN KEY (`move_id`) REFERENCES `price_moves`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `price_move_subscriptions_state` ON `price_move_subscriptions` (`move_id`,`state`,`subscription_id`);--> statement-breakpoint
CREATE INDEX `price_move_subscriptions_due` ON `price_move_subscriptions` (`move_id`,`next_attempt_at`) WHERE state = 'planned';--> statement-breakpoint
CREATE INDEX `price_move_subscriptions_planned` ON `price_move_subscriptions` (`subscription_id`) WHERE state = 'planned';--> statement-breakpoint
CREATE TABLE `price_moves` (
	`id` text PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`product_id` text NOT NULL,
	`from_price_id` text NOT NULL,
	`to_price_id` text NOT NULL,
	`not_before` integer NOT NULL,
	`sends_emails` integer NOT NULL,
	`status` text NOT NULL,
	`planned_after` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`from_price_id`) REFERENCES `prices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_price_id`) REFERENCES `prices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `price_moves_open` ON `price_moves` (`from_price_id`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `price_moves_product` ON `price_moves` (`product_id`,`created_at`);--> statement-breakpoint
DROP INDEX `payments_time`;--> statement-breakpoint
ALTER TABLE `payments` ADD `settlement_currency` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `fee_minor` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `disputed_minor` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `net_minor` integer;--> statement-breakpoint
CREATE INDEX `payments_payment_intent` ON `payments` (`mode`,`stripe_payment_intent_id`);--> statement-breakpoint
CREATE INDEX `payments_time` ON `payments` (`mode`,`created_at`,`stripe_charge_id`);--> statement-breakpoint
ALTER TABLE `orders` ADD `consented_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `consent_text` text;--> statement-breakpoint
ALTER TABLE `customers` ADD `default_payment_method_id` text;--> statement-breakpoint
ALTER TABLE `customers` ADD `billing_currency` text;--> statement-breakpoint
ALTER TABLE `customers` ADD `enqueued_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscription_items` ADD `amount_decimal` text;--> statement-breakpoint
ALTER TABLE `subscription_items` ADD `tax_behavior` text;--> statement-breakpoint
ALTER TABLE `subscription_items` ADD `discount_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `trial_refused` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `paused_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `pause_reason` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `stripe_dispute_id` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `disputed_payment_intent_id` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `consented_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `consent_text` text;--> statement-breakpoint
CREATE INDEX `subscriptions_dispute` ON `subscriptions` (`mode`,`stripe_dispute_id`) WHERE stripe_dispute_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `prices` ADD `tax_behavior` text;--> statement-breakpoint
ALTER TABLE `events` ADD `subject_id` text;--> statement-breakpoint
ALTER TABLE `events` ADD `ignored_reason` text;--> statement-breakpoint
ALTER TABLE `events` ADD `next_attempt_at` integer;--> statement-breakpoint
CREATE INDEX `events_unplaced` ON `events` (`mode`,`next_attempt_at`) WHERE status = 'unplaced';--> statement-breakpoint
ALTER TABLE `daily_payments` ADD `unsettled_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `daily_payments` ADD `fee_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `daily_payments` ADD `disputed_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `daily_payments` ADD `net_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `files_name` ON `files` (name COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `files_state` ON `files` ((archived_at IS NOT NULL),`id`);--> statement-breakpoint
CREATE INDEX `files_state_name` ON `files` ((archived_at IS NOT NULL),name COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `pages_title` ON `pages` (title COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `pages_changed` ON `pages` (`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `pages_status` ON `pages` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `pages_status_title` ON `pages` (`status`,title COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `pages_status_changed` ON `pages` (`status`,`updated_at`,`id`);--> statement-breakpoint
-- Events without a customer of ours keep what they are about, so that a replay needs no payload.
UPDATE `events` SET `subject_id` = (
  SELECT found.id FROM (
    SELECT CASE WHEN `type` LIKE 'product.%' OR o ->> '$.object' = 'charge' THEN o ->> '$.id' WHEN `type` LIKE 'price.%' THEN o ->> '$.product'
      ELSE COALESCE(o ->> '$.charge', o ->> '$.payment_intent') END AS id
    FROM (SELECT `payload` -> '$.data.object' AS o)
  ) AS found WHERE found.id NOT LIKE '{%')
WHERE `customer_id` IS NULL AND `payload` <> '';
--> statement-breakpoint
-- Fees and net amounts are only at Stripe: fetch every customer who has paid once more.
UPDATE `customers` SET `dirty_seq` = `dirty_seq` + 1 WHERE `stripe_customer_id` IS NOT NULL
  AND EXISTS (SELECT 1 FROM `payments` WHERE `payments`.`customer_id` = `customers`.`id`);
--> statement-breakpoint
-- The currency that users are billed in, from the subscriptions that are mirrored already.
UPDATE `customers` SET `billing_currency` = (
  SELECT `currency` FROM `subscriptions`
  WHERE `subscriptions`.`customer_id` = `customers`.`id`
    AND `status` NOT IN ('canceled', 'incomplete_expired') AND `ended_at` IS NULL
  LIMIT 1
);
