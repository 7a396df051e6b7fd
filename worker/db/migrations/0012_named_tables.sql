CREATE TABLE `health_signals` (
	`mode` text NOT NULL,
	`signal` text NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`mode`, `signal`)
);
--> statement-breakpoint
CREATE TABLE `pending_syncs` (
	`mode` text NOT NULL,
	`kind` text NOT NULL,
	`product_id` text NOT NULL,
	`value` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`mode`, `product_id`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `product_leases` (
	`mode` text NOT NULL,
	`product_id` text NOT NULL,
	`token` text NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`mode`, `product_id`)
);
--> statement-breakpoint
CREATE TABLE `starts_and_ends_cache` (
	`mode` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL,
	`days` text NOT NULL,
	`updated_at` integer NOT NULL
);

--> statement-breakpoint
INSERT INTO pending_syncs (mode, kind, product_id, value, since)
SELECT substr(name, 9, 4), replace(substr(name, 14, instr(substr(name, 14), ':') - 1), 'holders', 'gifts'),
  substr(name, 14 + instr(substr(name, 14), ':')), value, updated_at
FROM cursors WHERE name LIKE 'catalog:____:%' AND name NOT LIKE 'catalog:____:lease:%';
--> statement-breakpoint
INSERT INTO health_signals (mode, signal, first_at, last_at)
SELECT substr(name, -4), substr(name, 1, length(name) - 5), json_extract(value, '$.firstAt'), updated_at
FROM cursors WHERE name LIKE 'cron\_%' ESCAPE '\' OR name LIKE 'webhook\_%' ESCAPE '\' OR name LIKE 'test\_mail\_%' ESCAPE '\';
--> statement-breakpoint
INSERT INTO starts_and_ends_cache (mode, until, days, updated_at)
SELECT substr(name, -4), json_extract(value, '$.until'), json_extract(value, '$.days'), updated_at
FROM cursors WHERE name LIKE 'changes:____';
--> statement-breakpoint
DELETE FROM cursors WHERE name LIKE 'catalog:%' OR name LIKE 'changes:%' OR name LIKE 'cron\_%' ESCAPE '\'
  OR name LIKE 'webhook\_%' ESCAPE '\' OR name LIKE 'test\_mail\_%' ESCAPE '\';
