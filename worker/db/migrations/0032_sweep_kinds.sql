ALTER TABLE `sweeps` ADD `kind` text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE `sweeps` ADD `since` integer;--> statement-breakpoint
ALTER TABLE `sweeps` ADD `part_until` integer;--> statement-breakpoint
ALTER TABLE `sweeps` ADD `tasks` text;