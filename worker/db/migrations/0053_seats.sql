CREATE TABLE `seat_pools` (
	`id` text PRIMARY KEY NOT NULL,
	`source_type` text NOT NULL,
	`mode` text NOT NULL,
	`user_id` text NOT NULL,
	`product_id` text NOT NULL,
	`quantity` integer NOT NULL,
	`ends_at` integer,
	`keeps_own` integer DEFAULT true NOT NULL,
	`link_hash` text,
	`link_made_at` integer,
	`link_expires_at` integer,
	`link_limit` integer DEFAULT 0 NOT NULL,
	`link_used` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `seat_pools_user` ON `seat_pools` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `seat_pools_link` ON `seat_pools` (`link_hash`);--> statement-breakpoint
ALTER TABLE `claims` ADD `seat_of` text;--> statement-breakpoint
CREATE INDEX `claims_seat` ON `claims` (`seat_of`) WHERE seat_of IS NOT NULL;--> statement-breakpoint
ALTER TABLE `gifts` ADD `seat_of` text;--> statement-breakpoint
ALTER TABLE `gifts` ADD `seat_free_at` integer;--> statement-breakpoint
CREATE INDEX `gifts_seat` ON `gifts` (`seat_of`) WHERE seat_of IS NOT NULL;