-- Small rows that are found by their key: without a row id, it is stored once.
CREATE TABLE `customer_tags` (
	`user_id` text NOT NULL,
	`tag` text NOT NULL,
	PRIMARY KEY(`user_id`, `tag`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `customer_tags_tag` ON `customer_tags` (`tag`,`user_id`);--> statement-breakpoint
CREATE TABLE `customer_figures` (
	`user_id` text NOT NULL,
	`mode` text NOT NULL,
	`currency` text,
	`spent_minor` integer NOT NULL,
	`spent` real NOT NULL,
	`spent_elsewhere` text,
	`last_purchase_at` integer,
	`country` text,
	PRIMARY KEY(`user_id`, `mode`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `customer_figures_spent` ON `customer_figures` (`mode`,`currency`,`spent_minor`,`user_id`);--> statement-breakpoint
CREATE INDEX `customer_figures_time` ON `customer_figures` (`mode`,`last_purchase_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `customer_figures_country` ON `customer_figures` (`mode`,`country`,`user_id`);--> statement-breakpoint
CREATE TABLE `customer_products` (
	`user_id` text NOT NULL,
	`mode` text NOT NULL,
	`product_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `mode`, `product_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `customer_products_product` ON `customer_products` (`mode`,`product_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `stale_customers` (
	`user_id` text PRIMARY KEY NOT NULL,
	`changes` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
-- The figures of those who have bought before are calculated by the next scheduled jobs.
INSERT INTO `stale_customers` (`user_id`, `changes`)
	SELECT `user_id`, 1 FROM `customers` WHERE `user_id` IS NOT NULL UNION SELECT `user_id`, 1 FROM `gifts`;
