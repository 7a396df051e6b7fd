-- What finds a pack has a few bytes: without a row id, its key is stored once.
CREATE TABLE `packing_pauses` (
	`until` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `payment_pack_invoices` (
	`invoice_number` text NOT NULL,
	`pack_id` integer NOT NULL,
	PRIMARY KEY(`invoice_number`, `pack_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `payment_pack_times` (
	`mode` text NOT NULL,
	`created_at` integer NOT NULL,
	`pack_id` integer NOT NULL,
	PRIMARY KEY(`mode`, `created_at`, `pack_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `payment_packs` (
	`id` integer PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`count` integer NOT NULL,
	`first_at` integer NOT NULL,
	`payments` blob NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_packs_customer_id_unique` ON `payment_packs` (`customer_id`);--> statement-breakpoint
CREATE TABLE `packed_totals` (
	`mode` text NOT NULL,
	`day` text NOT NULL,
	`dimension` text NOT NULL,
	`key` text NOT NULL,
	`currency` text NOT NULL,
	`gross_minor` integer NOT NULL,
	`count` integer NOT NULL,
	`first_count` integer NOT NULL,
	`fee_minor` integer NOT NULL,
	`net_minor` integer NOT NULL,
	PRIMARY KEY(`mode`, `day`, `dimension`, `key`, `currency`)
) WITHOUT ROWID;
