CREATE TABLE `win_back_offers` (
	`subscription_id` text PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`terms` text NOT NULL,
	`shown_at` integer NOT NULL,
	`taken_at` integer,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `win_back_offers_time` ON `win_back_offers` (`mode`,`shown_at`);--> statement-breakpoint
CREATE TABLE `upgrades` (
	`from_product_id` text PRIMARY KEY NOT NULL,
	`to_price_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`from_product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_price_id`) REFERENCES `prices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `checkouts` ADD `upgrade_of` text;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `upgrade_credit_minor` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `upgrade_of` text;--> statement-breakpoint
CREATE INDEX `emails_checkout_reminder` ON `emails` (`created_at`) WHERE kind = 'checkout_reminder';