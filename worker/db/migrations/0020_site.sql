CREATE TABLE `former_slugs` (
	`kind` text NOT NULL,
	`slug` text NOT NULL,
	`target_id` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `slug`)
);
--> statement-breakpoint
CREATE INDEX `former_slugs_target` ON `former_slugs` (`kind`,`target_id`,`changed_at`);--> statement-breakpoint
CREATE TABLE `site_version` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `products` ADD `share_picture` text;--> statement-breakpoint
ALTER TABLE `pages` ADD `is_free` integer DEFAULT false NOT NULL;