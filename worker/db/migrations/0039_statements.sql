CREATE TABLE `statements` (
	`id` text PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`kind` text NOT NULL,
	`cause` text,
	`reason` text,
	`received_at` integer NOT NULL,
	`locale` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`contract` text NOT NULL,
	`wished_end` text,
	`user_id` text,
	`order_id` text,
	`subscription_id` text,
	`state` text DEFAULT 'open' NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	`refund_minor` integer,
	`currency` text,
	`note` text,
	`receipt_sent_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `statements_time` ON `statements` (`mode`,`received_at`,`id`);--> statement-breakpoint
CREATE INDEX `statements_open` ON `statements` (`mode`,`received_at`,`id`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `statements_user` ON `statements` (`user_id`,`received_at`);--> statement-breakpoint
CREATE INDEX `statements_email` ON `statements` (lower(email));--> statement-breakpoint
CREATE INDEX `statements_unmatched` ON `statements` (`received_at`) WHERE user_id IS NULL;--> statement-breakpoint
CREATE INDEX `statements_due` ON `statements` (`next_attempt_at`) WHERE next_attempt_at IS NOT NULL;