CREATE TABLE `cursors` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`kind` text NOT NULL,
	`customer_id` text,
	`stripe_object_id` text NOT NULL,
	`detail` text NOT NULL,
	`sweep_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `incidents_time` ON `incidents` (`mode`,`created_at`);--> statement-breakpoint
CREATE INDEX `incidents_customer` ON `incidents` (`customer_id`);--> statement-breakpoint
CREATE TABLE `sweeps` (
	`id` text PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`phase` text NOT NULL,
	`starting_after` text,
	`checked` integer DEFAULT 0 NOT NULL,
	`drifted` integer DEFAULT 0 NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sweeps_running` ON `sweeps` (`mode`) WHERE finished_at IS NULL;--> statement-breakpoint
CREATE TABLE `switches` (
	`name` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `orders` ADD `duplicate_of` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `customer_deleted_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `duplicate_of` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `checkout_id` text;