CREATE TABLE `audit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`actor_type` text NOT NULL,
	`actor_id` text NOT NULL,
	`action` text NOT NULL,
	`target_id` text NOT NULL,
	`before` text,
	`after` text,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_target` ON `audit_entries` (`target_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_actor` ON `audit_entries` (`actor_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_action` ON `audit_entries` (`action`,`id`);--> statement-breakpoint
CREATE TABLE `payments` (
	`mode` text NOT NULL,
	`stripe_charge_id` text NOT NULL,
	`user_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`status` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`refunded_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`failure_code` text,
	`stripe_payment_intent_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`mode`, `stripe_charge_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payments_time` ON `payments` (`mode`,`created_at`);--> statement-breakpoint
CREATE INDEX `payments_failed` ON `payments` (`mode`,`created_at`) WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX `payments_customer` ON `payments` (`customer_id`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`invited_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_open` ON `invitations` (`email`) WHERE accepted_at IS NULL AND revoked_at IS NULL;--> statement-breakpoint
CREATE TABLE `daily_payments` (
	`mode` text NOT NULL,
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`gross_minor` integer NOT NULL,
	`refunded_minor` integer NOT NULL,
	`count` integer NOT NULL,
	`failed_count` integer NOT NULL,
	PRIMARY KEY(`mode`, `day`, `currency`)
);
--> statement-breakpoint
CREATE TABLE `daily_subscriptions` (
	`mode` text NOT NULL,
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`monthly_minor` integer NOT NULL,
	`active_count` integer NOT NULL,
	`trialing_count` integer NOT NULL,
	PRIMARY KEY(`mode`, `day`, `currency`)
);
--> statement-breakpoint
CREATE TABLE `stale_days` (
	`mode` text NOT NULL,
	`day` text NOT NULL,
	PRIMARY KEY(`mode`, `day`)
);
--> statement-breakpoint
DROP INDEX `customers_user`;--> statement-breakpoint
ALTER TABLE `customers` ADD `is_secondary` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `customers_all_of_user` ON `customers` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `customers_user` ON `customers` (`user_id`,`mode`) WHERE is_secondary = 0;--> statement-breakpoint
CREATE INDEX `users_name` ON `users` (name COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `users_time` ON `users` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_time` ON `orders` (`mode`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`mode`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_product` ON `orders` (`mode`,`product_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_time` ON `subscriptions` (`mode`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_status` ON `subscriptions` (`mode`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_ended` ON `subscriptions` (`mode`,`ended_at`);--> statement-breakpoint
CREATE INDEX `events_dead` ON `events` (`mode`) WHERE status = 'dead';--> statement-breakpoint
CREATE INDEX `license_keys_benefit` ON `license_keys` (`benefit_id`,`created_at`,`id`);