CREATE TABLE `customer_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`purpose` text NOT NULL,
	`recipients` text NOT NULL,
	`user_id` text,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`status` text NOT NULL,
	`author_id` text NOT NULL,
	`listed_up_to` text DEFAULT '' NOT NULL,
	`queued` integer DEFAULT 0 NOT NULL,
	`left_out` text DEFAULT '{}' NOT NULL,
	`sent_count` integer,
	`failed_count` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `customer_messages_user` ON `customer_messages` (`user_id`) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `customer_messages_open` ON `customer_messages` (`id`) WHERE started_at IS NOT NULL AND ended_at IS NULL;--> statement-breakpoint
DROP INDEX `emails_due_first`;--> statement-breakpoint
CREATE INDEX `emails_due_before_bulk` ON `emails` (`next_attempt_at`) WHERE status = 'queued' AND kind NOT IN ('price_change', 'price_change_canceled', 'message', 'news') AND batch IS NOT 'direct';--> statement-breakpoint
CREATE INDEX `emails_message` ON `emails` (`source_id`,`status`) WHERE kind IN ('message', 'news');--> statement-breakpoint
ALTER TABLE `users` ADD `wants_news` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `wants_news_at` integer;