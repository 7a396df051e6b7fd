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
CREATE INDEX `files_name` ON `files` (name COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `files_state` ON `files` ((archived_at IS NOT NULL),`id`);--> statement-breakpoint
CREATE INDEX `files_state_name` ON `files` ((archived_at IS NOT NULL),name COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `pages_title` ON `pages` (title COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `pages_changed` ON `pages` (`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `pages_status` ON `pages` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `pages_status_title` ON `pages` (`status`,title COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `pages_status_changed` ON `pages` (`status`,`updated_at`,`id`);